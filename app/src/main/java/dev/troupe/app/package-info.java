/// The process: the main, and the wiring of every part to one program. No logic of its own beyond
/// start and stop.
///
/// The only place that knows all modules. Runs on the main thread.
package dev.troupe.app;

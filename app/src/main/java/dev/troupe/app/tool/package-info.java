/// Programs of the machine, run for their answer: pip, compilers.
///
/// Runs on the caller's thread; every run has a limit of time and of output kept.
package dev.troupe.app.tool;

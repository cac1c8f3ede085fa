/// The demo model: where it comes from, where it is kept, how it is recognised.
///
/// Runs on the starting thread. Whatever goes wrong is a value with a reason: a server starts
/// without the demo model, too.
package dev.troupe.app.demo;

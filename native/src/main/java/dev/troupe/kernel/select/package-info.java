/// Chooses and opens the device of this process, once, with reasons.
///
/// The choice is pure ({@link dev.troupe.kernel.select.Selection}); only opening touches the
/// machine. Called at start-up by whoever owns the device.
package dev.troupe.kernel.select;

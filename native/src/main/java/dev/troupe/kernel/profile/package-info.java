/// Where a device's time goes: a clock that its ops are counted on, and snapshots of it.
///
/// Counted by the thread that runs the ops, read from any. Always on: two looks at the clock per op.
package dev.troupe.kernel.profile;

/// The folder of one server: layout, version, lock, keys, `up.json`.
///
/// Whoever holds an open {@link dev.troupe.app.home.Home} is the only process that writes there.
/// Runs on the starting thread; files that hold secrets are for their owner alone.
package dev.troupe.app.home;

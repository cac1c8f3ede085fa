/// How a command finds its server: addresses, keys, `up.json`.
///
/// Runs on the caller's thread.
package dev.troupe.cli.server;

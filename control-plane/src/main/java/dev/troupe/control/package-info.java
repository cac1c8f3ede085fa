/// The control plane as one value: a web server that speaks OpenAI's REST on one side and
/// {@link dev.troupe.protocol.generate.NodeClient} on the other.
///
/// Owns start, stop and configuration. Started by a main elsewhere; it installs no signal handler
/// and never ends the process.
package dev.troupe.control;

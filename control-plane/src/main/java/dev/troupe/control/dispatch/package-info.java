/// Replies in the making: admission, the node's streams, the bounded way from a node's events to a
/// reader, and their end.
///
/// One virtual thread drives each reply; counting the tokens of long bodies runs in a bounded pool of
/// platform threads. Knows nodes only through {@link dev.troupe.protocol.generate.NodeClient}, and nothing
/// of the web server.
package dev.troupe.control.dispatch;

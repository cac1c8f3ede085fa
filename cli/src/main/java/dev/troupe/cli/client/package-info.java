/// A server's REST surface as the commands need it, and its streamed replies.
///
/// Everything runs on the caller's thread and every wait has a limit. A reply that did not come to
/// its true end is an exception.
package dev.troupe.cli.client;

/// From the tokens of a reply to what a client reads: text, stop strings, log-probabilities, one
/// terminal state, and the JSON of both endpoints.
///
/// Pure machines: no thread, clock or socket. One reply's machine is confined to one thread at a
/// time. Knows nothing of HTTP beyond status codes.
package dev.troupe.control.reply;

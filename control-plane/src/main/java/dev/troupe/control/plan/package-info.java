/// What a node is asked for one request of a client: text to token ids, defaults filled in, limits
/// kept.
///
/// Pure, apart from the time that native tokenizers take: run it on a platform thread. Knows
/// nothing of HTTP or of how a reply is sent.
package dev.troupe.control.plan;

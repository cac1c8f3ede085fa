/// Exact speculation: guesses of the next tokens that a step verifies as rows of their own.
///
/// A guess decides only which rows are computed. What is sent is always the choice made from the
/// model's own logits at that position, so the tokens are those of plain decoding, greedy and
/// drawn. Everything here is pure and may be called from any thread.
package dev.troupe.node.draft;

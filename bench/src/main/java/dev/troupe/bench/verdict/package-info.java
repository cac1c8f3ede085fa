/// What was seen, what should have been seen, and the judgement: pure values and pure functions.
///
/// No thread, clock or engine here.
package dev.troupe.bench.verdict;

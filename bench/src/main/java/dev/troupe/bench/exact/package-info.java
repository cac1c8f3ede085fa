/// `exact`: the proof that a reply is a pure function of its request. Mixed requests through the
/// real engine, each compared to the bit with the same request alone on a fresh engine.
///
/// Rounds run one after another on the calling thread; clients are virtual threads, cold runs use a
/// small pool of platform threads.
package dev.troupe.bench.exact;

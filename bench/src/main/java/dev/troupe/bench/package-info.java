/// Proofs and measurements of the engine: `exact` and `bench`.
///
/// The mains; everything runs on the thread of `main` unless a package says otherwise.
package dev.troupe.bench;

/// Servers as processes and what a client sees of them: speed (`http`), whether company changes a
/// reply (`crowd`), and what happens far beyond the capacity (`load`). The same client talks to ours
/// and to the peer's.
///
/// Requests run on virtual threads; everything else on the caller's thread.
package dev.troupe.bench.http;

/// Model files with random weights: as small as a test needs or as large as a benchmark needs, with
/// a vocabulary and a template that the whole server runs on.
///
/// A file is a pure function of its {@link dev.troupe.store.generated.GeneratedModel}, seed
/// included.
package dev.troupe.store.generated;

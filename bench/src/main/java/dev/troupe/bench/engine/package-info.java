/// The suite `engine`: our engine and its peers in alternation, on the same files, without HTTP.
///
/// Everything runs on the caller's thread; the engine has its own.
package dev.troupe.bench.engine;

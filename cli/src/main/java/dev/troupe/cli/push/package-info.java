/// Bringing a model to a server: hash, upload what it lacks, create, wait until it is packed.
///
/// One thread. Stopped at any point it leaves nothing to clean up: the next try finds what was uploaded.
package dev.troupe.cli.push;

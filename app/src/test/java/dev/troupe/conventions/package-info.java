/// Style and structure as tests: sizes, names, edges between modules and packages, and what the documentation claims.
///
/// They read the sources of every module from the repository's root; they need nothing compiled.
package dev.troupe.conventions;

/// Which models can be asked for, and by which names.
///
/// Immutable values: any thread. Knows nothing of nodes, of HTTP or of where files lie.
package dev.troupe.control.catalog;

/// The bounds of every queue, wait and body of the gateway, as configured.
///
/// Immutable values: any thread. Knows nothing of who obeys them.
package dev.troupe.control.limits;

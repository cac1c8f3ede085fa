/// What nodes say about themselves. Snapshots are immutable and may be old: good for advice, never
/// to gate a change.
package dev.troupe.protocol.node;

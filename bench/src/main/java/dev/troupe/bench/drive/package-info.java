/// Clients: they ask a node through its one door, `NodeClient`, as a gateway would, and write down
/// what came back.
///
/// A client waits on the thread that asks; the node's threads only fill its queue. Nothing here
/// knows the engine behind the door.
package dev.troupe.bench.drive;

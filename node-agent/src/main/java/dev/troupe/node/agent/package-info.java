/// One node: its configuration, its wiring, and the door that gateways use.
///
/// Calls arrive on any thread and are checked on the caller's; work is handed to the engine's
/// thread and to the loader. The one place of this module that knows every other package.
package dev.troupe.node.agent;

/// One request and its answer, as a node sees them: token ids in, token ids out.
///
/// {@link dev.troupe.protocol.generate.NodeClient} is the only door between a gateway and a node.
/// What passes through it can be written on a wire: values, and a credit that bounds what may be in
/// flight.
package dev.troupe.protocol.generate;

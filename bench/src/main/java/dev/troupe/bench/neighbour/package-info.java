/// What a busy neighbour on the machine costs: throughput beside a process that spins, against quiet.
///
/// Real engines on this machine's processor; the neighbour is a process of its own that ends with
/// this one.
package dev.troupe.bench.neighbour;

/// The peers' own programs, and what they print.
package dev.troupe.bench.peer.tool;

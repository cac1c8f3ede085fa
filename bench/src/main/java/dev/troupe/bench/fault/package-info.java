/// What can be broken on purpose, by name: a proof that cannot fail proves nothing.
package dev.troupe.bench.fault;

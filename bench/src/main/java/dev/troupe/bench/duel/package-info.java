/// Two sides measured in one run, in alternation: trials, their samples, what the other work on the
/// machine took meanwhile, and the rows that come of it with their floors and goals.
///
/// Everything runs on the caller's thread.
package dev.troupe.bench.duel;

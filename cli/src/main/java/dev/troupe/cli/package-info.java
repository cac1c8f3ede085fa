/// What every command shares: the process it runs in, and how it ends.
///
/// Values only. Every command runs on the caller's thread.
package dev.troupe.cli;

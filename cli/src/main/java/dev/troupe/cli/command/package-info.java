/// The commands of `troupe`: what they accept and what they print.
///
/// Commands talk to a server by REST alone and know nothing of how it is built; what happens on
/// this machine itself (starting, stopping, checking) goes through {@link
/// dev.troupe.cli.command.LocalTroupe}. Everything runs on the caller's thread.
package dev.troupe.cli.command;

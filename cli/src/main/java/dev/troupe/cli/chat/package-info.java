/// `run`: one reply printed as it comes, or a conversation in the terminal.
///
/// Everything runs on the command's thread; only Ctrl-C comes from the terminal's signal thread,
/// and all that it does is to close the reply in flight.
package dev.troupe.cli.chat;

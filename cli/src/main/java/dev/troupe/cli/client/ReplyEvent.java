package dev.troupe.cli.client;

/// What a streamed chat reply says, in order.
public sealed interface ReplyEvent {
    /// More text; may be empty.
    record Text(String text) implements ReplyEvent {}

    /// Why the reply ended, for example `stop` or `length`.
    record Finished(String reason) implements ReplyEvent {}

    /// What was computed.
    record Counted(int promptTokens, int completionTokens) implements ReplyEvent {}
}

package dev.troupe.control.dispatch;

import dev.troupe.control.reply.ReplyEffect;
import dev.troupe.control.reply.ReplyOutcome;

/// Where a reply goes. Called by the reply's own thread, except {@link #abandon}. What was given may
/// be gathered until {@link #flush}; sending blocks while the reader is slow, and that is what stops
/// the credit.
public interface ReplyOut {
    /// Once, before everything else.
    void begin() throws InterruptedException;

    void content(ReplyEffect.Content content) throws InterruptedException;

    void choiceEnd(ReplyEffect.ChoiceEnd end) throws InterruptedException;

    /// Sends what was gathered: nothing more comes for now.
    void flush() throws InterruptedException;

    /// Nothing happened for a while; must not block. Nothing is gathered then.
    void heartbeat() throws InterruptedException;

    /// Once, after everything else.
    ///
    /// @return whether the reader took everything up to here
    boolean end(ReplyOutcome outcome) throws InterruptedException;

    /// The reader is gone: what blocks returns. From any thread.
    void abandon();
}

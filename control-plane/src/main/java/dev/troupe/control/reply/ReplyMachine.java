package dev.troupe.control.reply;

import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyOutcome.Cancelled;
import dev.troupe.control.reply.ReplyOutcome.Failed;
import dev.troupe.control.reply.ReplyOutcome.Finished;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A whole reply: events of its choices in, effects out, exactly one outcome. After the outcome
/// nothing has an effect any more, and the first outcome stays.
public final class ReplyMachine {
    private final ReplyPlan plan;
    private final List<ChoiceMachine> choices;
    private Optional<ReplyOutcome> outcome = Optional.empty();

    public ReplyMachine(ReplyPlan plan) {
        this.plan = plan;
        this.choices = IntStream.range(0, plan.choices().size())
                .mapToObj(index -> new ChoiceMachine(index, plan))
                .toList();
    }

    /// Present once the reply has ended.
    public Optional<ReplyOutcome> outcome() {
        return outcome;
    }

    /// Tokens that were generated so far, for all choices.
    public int completionTokens() {
        return choices.stream().mapToInt(ChoiceMachine::completionTokens).sum();
    }

    /// What can be sent before the node said anything.
    public List<ReplyEffect> start() {
        return choices.stream().flatMap(choice -> choice.start().stream()).toList();
    }

    /// @param index of the choice that the event belongs to
    public List<ReplyEffect> on(int index, TokenEvent event) {
        if (outcome.isPresent()) {
            return List.of();
        }
        ChoiceMachine choice = choices.get(index);
        List<ReplyEffect> effects = choice.isOpen() ? effects(choice, event) : List.of();
        if (event instanceof TokenEvent.Terminal end) {
            choice.settle(end);
        }
        if (choices.stream().allMatch(each -> !each.isOpen() && each.isSettled())) {
            end(new Finished(plan.promptTokens(), cachedTokens(), completionTokens()));
        }
        return effects;
    }

    private List<ReplyEffect> effects(ChoiceMachine choice, TokenEvent event) {
        return switch (event) {
            case TokenEvent.PromptScored scored -> choice.promptScored(scored);
            case TokenEvent.Token token -> choice.token(token.score());
            case TokenEvent.Finished finished -> choice.finished(finished.reason());
            case TokenEvent.Cancelled _ -> fail(ErrorCode.INTERNAL, "the node cancelled the reply unasked");
            case TokenEvent.Failed failed -> fail(failed.code(), failed.message());
        };
    }

    /// Each prompt counts once: its other choices may have found what the first one computed.
    private int cachedTokens() {
        return IntStream.range(0, choices.size())
                .filter(plan::isFirstOfPrompt)
                .map(index -> choices.get(index).cachedTokens())
                .sum();
    }

    public void clientGone() {
        end(new Cancelled());
    }

    /// @return nothing to send: the outcome says it all
    public List<ReplyEffect> fail(ErrorCode code, String message) {
        end(new Failed(code, message));
        return List.of();
    }

    private void end(ReplyOutcome reached) {
        if (outcome.isEmpty()) {
            outcome = Optional.of(reached);
        }
    }
}

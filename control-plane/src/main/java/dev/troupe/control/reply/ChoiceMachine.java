package dev.troupe.control.reply;

import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ChoiceText.Piece;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.reply.ReplyEffect.StopNode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.text.IncrementalText;
import dev.troupe.store.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One choice of a reply: tokens in, content out, until its end.
final class ChoiceMachine {
    private final int index;
    private final GenerationRequest request;
    private final ReplyPlan plan;
    private final ChoiceText text;
    private final List<ReplyEffect> effects = new ArrayList<>();
    private int completionTokens;
    private int textTokens;
    private boolean open = true;
    private boolean settled;
    private int cachedTokens;

    ChoiceMachine(int index, ReplyPlan plan) {
        this.index = index;
        this.plan = plan;
        this.request = plan.choices().get(index);
        Tokenizer tokenizer = plan.model().text().tokenizer();
        IncrementalText start = plan.echo() ? IncrementalText.start(tokenizer) : IncrementalText.continuing(tokenizer);
        this.text = new ChoiceText(start, plan.stop());
    }

    boolean isOpen() {
        return open;
    }

    /// Whether the node has ended, too: only then is it known what was computed.
    boolean isSettled() {
        return settled;
    }

    /// Tokens of the prompt that were found in a cache, once {@link #isSettled}.
    int cachedTokens() {
        return cachedTokens;
    }

    int completionTokens() {
        return completionTokens;
    }

    /// With `echo`, the prompt comes first: as far as it can be told without its scores.
    List<ReplyEffect> start() {
        if (plan.echo()) {
            int known =
                    request.scoring().promptToo() ? 1 : request.promptTokens().size();
            List<Piece> pieces = new ArrayList<>(known);
            for (int id : request.promptTokens().subList(0, known)) {
                pieces.add(text.addPrompt(id, Optional.empty()));
            }
            prompt(pieces);
        }
        return taken();
    }

    List<ReplyEffect> promptScored(TokenEvent.PromptScored scored) {
        prompt(scored.scores().stream()
                .map(score -> text.addPrompt(score.id(), Optional.of(score)))
                .toList());
        return taken();
    }

    List<ReplyEffect> token(TokenScore score) {
        completionTokens++;
        // The token that ends a reply is counted, but it is no part of its text.
        if (open && !request.stopTokens().ids().contains(score.id())) {
            textTokens++;
            boolean mayEnd = completionTokens > request.stopTokens().minTokens();
            generated(mayEnd ? text.add(score.id(), score) : text.addUnmatched(score.id(), score), false);
        }
        return taken();
    }

    List<ReplyEffect> finished(FinishReason reason) {
        if (open) {
            generated(text.finish(), true);
        }
        if (open) {
            end(reason);
        }
        return taken();
    }

    /// The node's end of a choice that is complete already: a stop string ended it.
    void settle(TokenEvent.Terminal end) {
        settled = true;
        cachedTokens = switch (end) {
            case TokenEvent.Finished finished -> finished.usage().cachedTokens();
            case TokenEvent.Cancelled stopped -> stopped.usage().cachedTokens();
            case TokenEvent.Failed _ -> 0;
        };
    }

    private void prompt(List<Piece> pieces) {
        StringBuilder all = new StringBuilder();
        List<ReplyToken> tokens = new ArrayList<>();
        for (Piece piece : pieces) {
            all.append(piece.text());
            tokens.addAll(piece.tokens());
        }
        effects.add(new Content(index, textTokens, all.toString(), reported(tokens)));
    }

    private void generated(Piece piece, boolean last) {
        List<ReplyToken> tokens = reported(piece.tokens());
        if (!piece.text().isEmpty() || (last && !tokens.isEmpty())) {
            effects.add(new Content(index, textTokens, piece.text(), tokens));
        }
        if (piece.stopped()) {
            effects.add(new StopNode(index));
            end(FinishReason.STOP);
        }
    }

    private void end(FinishReason reason) {
        open = false;
        effects.add(new ChoiceEnd(index, reason));
    }

    private List<ReplyToken> reported(List<ReplyToken> tokens) {
        return plan.logprobs().isPresent() ? tokens : List.of();
    }

    private List<ReplyEffect> taken() {
        List<ReplyEffect> taken = List.copyOf(effects);
        effects.clear();
        return taken;
    }
}

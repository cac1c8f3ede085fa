package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import java.util.ArrayList;
import java.util.List;

/// Draws questions for one model. About half are asked again, by another caller or under another
/// setup: their cold reference is computed once.
final class QuestionDeck {
    private static final int AGAIN_PERCENT = 50;
    private static final int SHORT_PROMPT = 48;
    private static final int SHORT_REPLY_PERCENT = 25;

    private final ModelRole model;
    private final int mostTokens;
    private final Dice dice;
    private final List<Question> asked = new ArrayList<>();

    QuestionDeck(ModelRole model, int mostTokens, Dice dice) {
        this.model = model;
        this.mostTokens = mostTokens;
        this.dice = dice;
    }

    /// A question that any caller may ask, with a prompt of at most `mostPrompt` tokens.
    Question draw(int mostPrompt) {
        List<Question> fitting = asked.stream()
                .filter(question -> question.prompt().size() <= mostPrompt)
                .toList();
        if (!fitting.isEmpty() && dice.chance(AGAIN_PERCENT)) {
            return dice.pick(fitting);
        }
        int least = dice.chance(30) ? Math.min(SHORT_PROMPT, mostPrompt) : 1;
        Question fresh = fresh(dice.spread(least, mostPrompt), replyTokens(), scoring());
        asked.add(fresh);
        return fresh;
    }

    /// A question whose prompt takes several slices and reports its scores on the way.
    Question drawScoredPrompt(int leastPrompt, int mostPrompt) {
        Scoring scoring = new Scoring(dice.between(0, 2), true);
        return fresh(dice.between(leastPrompt, mostPrompt), replyTokens(), scoring);
    }

    /// A question with a long reply.
    Question drawLongReply(int mostPrompt) {
        return fresh(dice.spread(1, mostPrompt), dice.between(mostTokens / 2, mostTokens), scoring());
    }

    private Question fresh(int promptTokens, int maxTokens, Scoring scoring) {
        int tokens = scoring.promptToo() && dice.chance(10) ? 0 : maxTokens;
        List<Integer> stops = dice.chance(15) ? dice.ids(8, model.vocabularySize()) : List.of();
        return new Question(
                model.name(), dice.ids(promptTokens, model.vocabularySize()), tokens, stops, sampling(), scoring);
    }

    /// Mostly long, so that a round stays wide until its end.
    private int replyTokens() {
        int least = dice.chance(SHORT_REPLY_PERCENT) ? 1 : Math.max(1, mostTokens / 2);
        return dice.between(least, mostTokens);
    }

    private SamplingParams sampling() {
        if (dice.chance(35)) {
            return SamplingParams.greedy();
        }
        float temperature = dice.pick(List.of(0.2f, 0.7f, 1f, 1.3f, 2f));
        int topK = dice.chance(50) ? 0 : dice.spread(1, 200);
        float topP = dice.pick(List.of(1f, 1f, 0.95f, 0.9f, 0.5f, 0.01f));
        return SamplingParams.drawn(temperature, topK, topP, dice.bits());
    }

    private Scoring scoring() {
        return new Scoring(dice.chance(25) ? dice.between(1, Scoring.MAX_TOP_COUNT) : 0, dice.chance(10));
    }
}

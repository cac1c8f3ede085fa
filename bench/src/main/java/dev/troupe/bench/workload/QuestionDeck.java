package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.StopTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Draws questions for one model. About half are asked again, by another caller or under another
/// setup: their cold reference is computed once.
final class QuestionDeck {
    private static final int AGAIN_PERCENT = 50;
    private static final int SHORT_PROMPT = 48;
    private static final int SHORT_REPLY_PERCENT = 25;
    private static final int SIBLING_PERCENT = 15;
    private static final int SHARED_PREFIX_PERCENT = 75;
    private static final int STEMS = 2;
    private static final int STEM_TOKENS = 600;
    private static final int BLOCK_POSITIONS = 16;

    private final ModelRole model;
    private final int mostTokens;
    private final Dice dice;
    private final SamplingDice sampling;
    private final List<List<Integer>> stems;
    private final List<Question> asked = new ArrayList<>();

    QuestionDeck(ModelRole model, int mostTokens, Dice dice) {
        this.model = model;
        this.mostTokens = mostTokens;
        this.dice = dice;
        this.sampling = new SamplingDice(model.vocabularySize(), dice.child());
        this.stems = IntStream.range(0, STEMS)
                .mapToObj(_ -> dice.ids(STEM_TOKENS, model.vocabularySize()))
                .toList();
    }

    /// A question that any caller may ask, with a prompt of at most `mostPrompt` tokens.
    Question draw(int mostPrompt) {
        List<Question> fitting = asked.stream()
                .filter(question -> question.prompt().size() <= mostPrompt)
                .toList();
        if (!fitting.isEmpty() && dice.chance(AGAIN_PERCENT)) {
            Question again = dice.pick(fitting);
            return dice.chance(SIBLING_PERCENT) ? sibling(again) : again;
        }
        int least = dice.chance(60) ? Math.min(SHORT_PROMPT, mostPrompt) : 1;
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

    /// The same with another seed, as another choice of the same request.
    private Question sibling(Question question) {
        return new Question(
                question.model(),
                question.prompt(),
                question.maxTokens(),
                question.stopTokens(),
                sampling.reseeded(question.sampling()),
                question.scoring());
    }

    private Question fresh(int promptTokens, int maxTokens, Scoring scoring) {
        int tokens = scoring.promptToo() && dice.chance(10) ? 0 : maxTokens;
        List<Integer> stops = dice.chance(15) ? dice.ids(8, model.vocabularySize()) : List.of();
        int minTokens = dice.chance(30) ? dice.between(1, 10) : 0;
        return new Question(
                model.name(), prompt(promptTokens), tokens, new StopTokens(stops, minTokens), sampling.draw(), scoring);
    }

    /// Often begins as others do, up to a border of a block or one off it or anywhere.
    private List<Integer> prompt(int tokens) {
        if (!dice.chance(SHARED_PREFIX_PERCENT)) {
            return dice.ids(tokens, model.vocabularySize());
        }
        int cut = dice.between(1, tokens);
        if (dice.chance(60)) {
            cut = cut / BLOCK_POSITIONS * BLOCK_POSITIONS + dice.between(-1, 1);
        }
        cut = Math.clamp(cut, 0, Math.min(tokens, STEM_TOKENS));
        List<Integer> prompt = new ArrayList<>(dice.pick(stems).subList(0, cut));
        prompt.addAll(dice.ids(tokens - cut, model.vocabularySize()));
        return prompt;
    }

    /// Mostly long, so that a round stays wide until its end.
    private int replyTokens() {
        int least = dice.chance(SHORT_REPLY_PERCENT) ? 1 : Math.max(1, mostTokens / 2);
        return dice.between(least, mostTokens);
    }

    private Scoring scoring() {
        return new Scoring(dice.chance(25) ? dice.between(1, Scoring.MAX_TOP_COUNT) : 0, dice.chance(10));
    }
}

package dev.troupe.control.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.fake.Plans;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.reply.ReplyEffect.StopNode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.store.text.IncrementalText;
import dev.troupe.store.text.TextModel;
import dev.troupe.store.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Holds the text of a reply against its plain definition: all tokens decoded at once and cut at
/// the stop string that is complete first behind the least tokens.
final class AssemblyCheck {
    private final ReplyPlan plan;
    private final Tokenizer tokenizer;
    private final List<String> stops;
    private final int minTokens;

    AssemblyCheck(Tokenizer tokenizer, List<String> stops, int minTokens) {
        this.tokenizer = tokenizer;
        this.stops = stops;
        this.minTokens = minTokens;
        this.plan = plan(tokenizer, stops, minTokens);
    }

    /// Stop strings that the text of `ids` holds somewhere, and some that it may not hold.
    static List<String> stops(Random random, Tokenizer tokenizer, List<Integer> ids) {
        String text = IncrementalText.continuing(tokenizer).addAll(ids);
        List<String> stops = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            int from = text.isEmpty() ? 0 : random.nextInt(text.length());
            int to = Math.min(text.length(), from + 1 + random.nextInt(5));
            String part = from == to ? "no" : text.substring(from, to);
            boolean whole = !Character.isLowSurrogate(part.charAt(0))
                    && !Character.isHighSurrogate(part.charAt(part.length() - 1));
            stops.add(whole ? part : "xy");
        }
        return stops;
    }

    void check(List<Integer> ids) {
        String expected = expected(ids);
        List<String> sent = new ArrayList<>();
        String whole = run(ids, 0, sent);
        assertThat(whole).as("%s", this).isEqualTo(expected);
        assertThat(sent).as("nothing sent is withdrawn: %s", this).allMatch(expected::startsWith);
        for (int at = 0; at <= ids.size(); at++) {
            String before = at == 0 ? "" : sent.get(at - 1);
            assertThat(before + run(ids, at, new ArrayList<>()))
                    .as("taken up behind token %s: %s", at, this)
                    .isEqualTo(expected);
        }
    }

    /// Feeds all tokens and listens from token `from` on.
    ///
    /// @param sent gets the text so far after each token that is listened to
    private String run(List<Integer> ids, int from, List<String> sent) {
        ReplyMachine machine = new ReplyMachine(plan);
        StringBuilder text = new StringBuilder();
        boolean stopped = false;
        for (int i = 0; i < ids.size(); i++) {
            TokenScore score = new TokenScore(ids.get(i), -1f, List.of());
            List<ReplyEffect> effects = machine.on(0, new TokenEvent.Token(i, score));
            assertThat(stopped && !effects.isEmpty())
                    .as("nothing follows a stop string")
                    .isFalse();
            stopped |= effects.stream().anyMatch(StopNode.class::isInstance);
            if (i >= from) {
                append(effects, text);
                sent.add(text.toString());
            }
        }
        append(machine.on(0, new TokenEvent.Finished(FinishReason.LENGTH, new Usage(1, 0, ids.size()))), text);
        assertThat(machine.outcome()).containsInstanceOf(ReplyOutcome.Finished.class);
        return text.toString();
    }

    private static void append(List<ReplyEffect> effects, StringBuilder text) {
        for (ReplyEffect effect : effects) {
            if (effect instanceof Content content) {
                text.append(content.text());
            }
        }
    }

    private String expected(List<Integer> ids) {
        String whole = IncrementalText.continuing(tokenizer).addAll(ids);
        IncrementalText state = IncrementalText.continuing(tokenizer);
        int free = 0;
        for (int id : ids.subList(0, Math.min(minTokens, ids.size()))) {
            IncrementalText.Step step = state.add(id);
            free += step.text().length();
            state = step.next();
        }
        for (int end = free + 1; end <= whole.length(); end++) {
            String matched = whole.substring(free, end);
            int longest = stops.stream()
                    .filter(matched::endsWith)
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (longest > 0) {
                return whole.substring(0, end - longest);
            }
        }
        return whole;
    }

    private static ReplyPlan plan(Tokenizer tokenizer, List<String> stops, int minTokens) {
        GenerationRequest usual = Plans.plain("p").choices().getFirst();
        GenerationRequest request = new GenerationRequest(
                usual.id(),
                usual.target(),
                usual.cacheDomain(),
                usual.promptTokens(),
                usual.maxTokens(),
                new StopTokens(List.of(), minTokens),
                usual.sampling(),
                usual.scoring());
        ServedModel like = Plans.MODEL;
        TextModel text = new TextModel(tokenizer, Optional.empty(), "", "");
        ServedModel model = new ServedModel("m", List.of(), "system", like.digest(), like.spec(), text, like.created());
        return new ReplyPlan(model, List.of(request), 1, stops, Optional.empty(), false, 7);
    }

    @Override
    public String toString() {
        return "stops " + stops + ", minTokens " + minTokens;
    }
}

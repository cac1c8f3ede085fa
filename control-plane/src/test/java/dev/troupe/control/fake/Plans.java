package dev.troupe.control.fake;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.store.text.TextModel;
import dev.troupe.store.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Plans for tests, from the texts of their prompts.
public final class Plans {
    public static final ServedModel MODEL = FakeModels.model("m", List.of(), 'a');

    private Plans() {}

    public static ReplyPlan plain(String... prompts) {
        return of(List.of(), Optional.empty(), false, prompts);
    }

    public static ReplyPlan stoppingAt(List<String> stop) {
        return of(stop, Optional.of(0), false, "p");
    }

    /// Two choices of each prompt.
    public static ReplyPlan twice(String... prompts) {
        ReplyPlan once = plain(prompts);
        List<GenerationRequest> choices = once.choices().stream()
                .flatMap(choice -> Stream.of(choice, choice))
                .toList();
        return new ReplyPlan(MODEL, choices, 2, List.of(), Optional.empty(), false, 7);
    }

    /// Stop strings that are not looked for in the first tokens.
    public static ReplyPlan stoppingAfter(int minTokens, String stop) {
        ReplyPlan plan = stoppingAt(List.of(stop));
        GenerationRequest plain = plan.choices().getFirst();
        GenerationRequest held = new GenerationRequest(
                plain.id(),
                plain.target(),
                plain.cacheDomain(),
                plain.promptTokens(),
                plain.maxTokens(),
                new StopTokens(plain.stopTokens().ids(), minTokens),
                plain.sampling(),
                plain.scoring());
        return new ReplyPlan(MODEL, List.of(held), 1, plan.stop(), plan.logprobs(), false, 7);
    }

    public static ReplyPlan of(List<String> stop, Optional<Integer> topLogprobs, boolean echo, String... prompts) {
        List<GenerationRequest> choices = Stream.of(prompts)
                .map(prompt -> new GenerationRequest(
                        "id-1",
                        new ServingTarget(MODEL.digest(), "portable-1"),
                        Optional.empty(),
                        tokens(prompt),
                        100,
                        StopTokens.of(List.of(LetterTokenizer.END)),
                        SamplingParams.greedy(),
                        topLogprobs.map(top -> new Scoring(top, echo)).orElse(Scoring.none())))
                .toList();
        return new ReplyPlan(MODEL, choices, 1, stop, topLogprobs.map(top -> new LogprobOptions(top, false)), echo, 7);
    }

    /// The usual model, with another tokenizer.
    public static ServedModel served(Tokenizer tokenizer) {
        return served(new TextModel(tokenizer, Optional.empty(), "", ""));
    }

    public static ServedModel served(TextModel text) {
        return new ServedModel("m", List.of(), "system", MODEL.digest(), MODEL.spec(), text, MODEL.created());
    }

    public static List<Integer> tokens(String text) {
        return new LetterTokenizer().encode(text);
    }

    public static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}

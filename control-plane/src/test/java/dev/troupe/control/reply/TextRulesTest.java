package dev.troupe.control.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.PieceTokenizer;
import dev.troupe.control.fake.Plans;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.store.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Stop strings and broken characters, token by token. That a stream's text is that of the whole
/// reply, for any tokens, is held by {@link TextAssemblySim}.
final class TextRulesTest {
    private static final PieceTokenizer PIECES = PieceTokenizer.of("ABC", "DEF", "G", "HI", "J", "\n", "ab", "c", "d");
    private static final List<Integer> ALPHABET = List.of(0, 1, 2, 3, 4);

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "DEFGHIJ, ABC", // (a) held back over four tokens
                "DE, ABC", // (b) ends inside a token
                "EFGH, ABCD",
                "ABC, ''",
                "J, ABCDEFGHI",
                "JK, ABCDEFGHIJ",
                "CDEFGX, ABCDEFGHIJ",
                "ABCDEFGHIJK, ABCDEFGHIJ"
            })
    void gw01AStopStringIsFoundInTheTextWhereverTokensEnd(String stop, String text) {
        new AssemblyCheck(PIECES, List.of(stop), 0).check(ALPHABET);
        assertThat(text(run(PIECES, List.of(stop), ALPHABET))).isEqualTo(text);
    }

    @Test
    void gw01WhatWasHeldBackIsSentWhenTheReplyEndsByLength() {
        List<Integer> ids = List.of(0, 6);
        assertThat(text(run(PIECES, List.of("abX"), ids))).isEqualTo("ABCab");
        List<ReplyEffect> newline = run(PIECES, List.of("\n\n"), List.of(0, 5));
        assertThat(text(newline)).isEqualTo("ABC\n");
        assertThat(newline).last().isEqualTo(new ChoiceEnd(0, FinishReason.LENGTH));
        assertThat(text(run(PIECES, List.of("\n"), List.of(0, 5, 1)))).isEqualTo("ABC");
    }

    @Test
    void gw01OfOverlappingStopStringsTheFirstToEndCuts() {
        for (List<String> stops : List.of(List.of("ab", "abc"), List.of("abc", "ab"), List.of("bc", "ab", "abcd"))) {
            new AssemblyCheck(PIECES, stops, 0).check(List.of(0, 6, 7, 8));
            assertThat(text(run(PIECES, stops, List.of(0, 6, 7, 8)))).isEqualTo("ABC");
        }
        assertThat(text(run(PIECES, List.of("bcd", "c"), List.of(0, 6, 7, 8)))).isEqualTo("ABCab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"한", "😀", "é"})
    void gw02ACharacterSplitOverTokensArrivesWhole(String character) {
        byte[] bytes = character.getBytes(StandardCharsets.UTF_8);
        PieceTokenizer tokenizer = bytes(bytes);
        List<Integer> ids =
                new ArrayList<>(IntStream.range(0, bytes.length).boxed().toList());
        ids.addAll(List.copyOf(ids));
        new AssemblyCheck(tokenizer, List.of(), 0).check(ids);
        List<ReplyEffect> effects = run(tokenizer, List.of(), ids);
        assertThat(text(effects)).isEqualTo(character + character).doesNotContain("\ufffd");
        assertThat(contents(effects)).extracting(Content::text).containsExactly(character, character);
        assertThat(contents(effects).stream()
                        .flatMap(content -> content.tokens().stream())
                        .map(token -> HexFormat.of().formatHex(tokenizer.bytes(token.id()))))
                .startsWith(HexFormat.of().formatHex(bytes, 0, 1))
                .hasSize(2 * bytes.length);
    }

    @Test
    void gw03BytesThatBecomeNoCharacterAreReplacedAtOnce() {
        PieceTokenizer tokenizer = bytes(new byte[] {(byte) 0x80, (byte) 0xf0, (byte) 0x9f});
        ReplyMachine machine = machine(tokenizer, List.of());
        for (int i = 0; i < 2000; i++) {
            List<ReplyEffect> effects = machine.on(0, new TokenEvent.Token(i, new TokenScore(0, -1f, List.of())));
            assertThat(text(effects)).isEqualTo("\ufffd");
        }
        // Never more than three bytes are held: the fourth lead gives the first away.
        assertThat(text(run(tokenizer, List.of(), List.of(1, 1, 1, 1)))).isEqualTo("\ufffd".repeat(4));
        assertThat(text(run(tokenizer, List.of(), List.of(1, 2, 1, 2)))).isEqualTo("\ufffd\ufffd");
    }

    @Test
    void gw03WorkGrowsWithTheTokens() {
        PieceTokenizer tokenizer = bytes(new byte[] {(byte) 0x80});
        List<Integer> many = Collections.nCopies(200_000, 0);
        long begun = System.nanoTime();
        assertThat(text(run(tokenizer, List.of("\ufffd\ufffdx"), many))).hasSize(many.size());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }

    private static PieceTokenizer bytes(byte[] all) {
        List<byte[]> pieces = new ArrayList<>();
        for (byte one : all) {
            pieces.add(new byte[] {one});
        }
        return new PieceTokenizer(pieces, false);
    }

    private static List<ReplyEffect> run(Tokenizer tokenizer, List<String> stops, List<Integer> ids) {
        ReplyMachine machine = machine(tokenizer, stops);
        List<ReplyEffect> effects = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            effects.addAll(machine.on(0, new TokenEvent.Token(i, new TokenScore(ids.get(i), -1f, List.of()))));
        }
        effects.addAll(machine.on(0, new TokenEvent.Finished(FinishReason.LENGTH, new Usage(1, 0, ids.size()))));
        return effects;
    }

    private static ReplyMachine machine(Tokenizer tokenizer, List<String> stops) {
        return new ReplyMachine(new ReplyPlan(
                Plans.served(tokenizer),
                Plans.plain("p").choices(),
                1,
                stops,
                Optional.of(new LogprobOptions(0, false)),
                false,
                7));
    }

    private static List<Content> contents(List<ReplyEffect> effects) {
        return effects.stream()
                .filter(Content.class::isInstance)
                .map(Content.class::cast)
                .toList();
    }

    private static String text(List<ReplyEffect> effects) {
        StringBuilder text = new StringBuilder();
        contents(effects).forEach(content -> text.append(content.text()));
        return text.toString();
    }
}

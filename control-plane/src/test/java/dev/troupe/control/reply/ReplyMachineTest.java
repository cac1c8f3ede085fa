package dev.troupe.control.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.LetterTokenizer;
import dev.troupe.control.fake.Plans;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.reply.ReplyEffect.StopNode;
import dev.troupe.control.reply.ReplyOutcome.Cancelled;
import dev.troupe.control.reply.ReplyOutcome.Failed;
import dev.troupe.control.reply.ReplyOutcome.Finished;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplyMachineTest {
    private static final Usage USAGE = new Usage(1, 0, 1);

    @Test
    void textComesOutWithTheNumberOfTokensSoFar() {
        ReplyMachine machine = new ReplyMachine(Plans.plain("p"));
        assertThat(machine.start()).isEmpty();
        assertThat(tokens(machine, "aé"))
                .containsExactly(new Content(0, 1, "a", List.of()), new Content(0, 3, "é", List.of()));
        assertThat(machine.outcome()).isEmpty();
        assertThat(machine.on(0, finished(FinishReason.LENGTH))).containsExactly(new ChoiceEnd(0, FinishReason.LENGTH));
        assertThat(machine.outcome()).contains(new Finished(1, 0, 3));
    }

    @Test
    void theTokenThatEndsAReplyIsCountedButNotShown() {
        ReplyMachine machine = new ReplyMachine(Plans.of(List.of(), Optional.of(0), false, "p"));
        List<ReplyEffect> effects = tokens(machine, "a");
        effects.addAll(machine.on(0, token(LetterTokenizer.END)));
        effects.addAll(machine.on(0, finished(FinishReason.STOP)));
        assertThat(effects).hasSize(2);
        assertThat(((Content) effects.getFirst()).tokens()).hasSize(1);
        assertThat(effects.getLast()).isEqualTo(new ChoiceEnd(0, FinishReason.STOP));
        assertThat(machine.outcome()).contains(new Finished(1, 0, 2));
    }

    @Test
    void aStopStringCutsTheTextStopsTheNodeAndEndsTheReply() {
        ReplyMachine machine = new ReplyMachine(Plans.stoppingAt(List.of("END", "XY")));
        List<ReplyEffect> effects = tokens(machine, "aXE");
        assertThat(textOf(effects)).isEqualTo("aX");
        effects.addAll(tokens(machine, "ND more"));
        assertThat(textOf(effects)).isEqualTo("aX");
        assertThat(effects).contains(new StopNode(0), new ChoiceEnd(0, FinishReason.STOP));
        assertThat(tokensOf(effects)).isEqualTo("aX");
        assertThat(machine.outcome()).isEmpty();
        assertThat(machine.on(0, new TokenEvent.Cancelled(new Usage(1, 1, 9)))).isEmpty();
        assertThat(machine.outcome()).contains(new Finished(1, 1, 5));
    }

    @Test
    void aNodeThatFailsBehindAStopStringHarmsNothing() {
        ReplyMachine machine = new ReplyMachine(Plans.stoppingAt(List.of("X")));
        tokens(machine, "aX");
        assertThat(machine.on(0, new TokenEvent.Failed(ErrorCode.INTERNAL, "late")))
                .isEmpty();
        assertThat(machine.outcome()).contains(new Finished(1, 0, 2));
    }

    @Test
    void stopStringsAreLookedForBehindTheLeastTokensOnly() {
        ReplyMachine machine = new ReplyMachine(Plans.stoppingAfter(3, "ab"));
        List<ReplyEffect> effects = tokens(machine, "aba");
        assertThat(textOf(effects)).isEqualTo("aba");
        effects.addAll(tokens(machine, "ba"));
        assertThat(textOf(effects)).isEqualTo("abab");
        effects.addAll(tokens(machine, "bc"));
        assertThat(textOf(effects)).isEqualTo("abab");
        assertThat(tokensOf(effects)).isEqualTo("abab");
        assertThat(effects).contains(new StopNode(0), new ChoiceEnd(0, FinishReason.STOP));
    }

    @Test
    void aPromptOfSeveralChoicesCountsOnce() {
        ReplyMachine machine = new ReplyMachine(Plans.twice("p", "qq"));
        for (int choice = 0; choice < 4; choice++) {
            machine.on(choice, token('x'));
            Usage usage = new Usage(9, 10 * (choice + 1), 1);
            machine.on(choice, new TokenEvent.Finished(FinishReason.LENGTH, usage));
        }
        assertThat(machine.outcome()).contains(new Finished(3, 40, 4));
    }

    @Test
    void whatOnlyLookedLikeAStopStringIsSentAtTheEnd() {
        ReplyMachine machine = new ReplyMachine(Plans.stoppingAt(List.of("END")));
        List<ReplyEffect> effects = tokens(machine, "aEN");
        assertThat(textOf(effects)).isEqualTo("a");
        effects.addAll(machine.on(0, finished(FinishReason.LENGTH)));
        assertThat(textOf(effects)).isEqualTo("aEN");
        assertThat(tokensOf(effects)).isEqualTo("aEN");
        assertThat(effects.get(1)).extracting("sentTokens").isEqualTo(3);
    }

    @Test
    void aCharacterThatIsNeverCompletedIsReplaced() {
        ReplyMachine machine = new ReplyMachine(Plans.plain("p"));
        List<ReplyEffect> effects = new ArrayList<>(machine.on(0, token(0xc3)));
        assertThat(effects).isEmpty();
        effects.addAll(machine.on(0, finished(FinishReason.LENGTH)));
        assertThat(textOf(effects)).isEqualTo("\ufffd");
    }

    @Test
    void echoSendsThePromptAtOnceWhenNoScoresAreWanted() {
        ReplyMachine machine = new ReplyMachine(Plans.of(List.of("b"), Optional.empty(), true, "abc"));
        assertThat(machine.start()).containsExactly(new Content(0, 0, "abc", List.of()));
        assertThat(tokens(machine, "d")).containsExactly(new Content(0, 1, "d", List.of()));
    }

    @Test
    void echoWithScoresSendsThePromptAsItsScoresCome() {
        ReplyMachine machine = new ReplyMachine(Plans.of(List.of(), Optional.of(0), true, "aéc"));
        List<ReplyEffect> effects = new ArrayList<>(machine.start());
        assertThat(textOf(effects)).isEqualTo("a");
        effects.addAll(machine.on(0, new TokenEvent.PromptScored(1, List.of(score(0xc3), score(0xa9)))));
        effects.addAll(machine.on(0, new TokenEvent.PromptScored(3, List.of(score('c')))));
        effects.addAll(tokens(machine, "d"));
        assertThat(textOf(effects)).isEqualTo("aécd");
        List<ReplyToken> tokens = tokenList(effects);
        assertThat(tokens).extracting(ReplyToken::offset).containsExactly(0, 1, 1, 2, 3);
        assertThat(tokens)
                .extracting(token -> token.score().isPresent())
                .containsExactly(false, true, true, true, true);
        assertThat(effects).extracting("sentTokens").containsExactly(0, 0, 0, 1);
    }

    @Test
    void choicesEndOneByOneAndTheReplyWithTheLast() {
        ReplyMachine machine = new ReplyMachine(Plans.plain("p", "qq"));
        assertThat(machine.on(1, token('x'))).containsExactly(new Content(1, 1, "x", List.of()));
        machine.on(1, finished(FinishReason.LENGTH));
        assertThat(machine.outcome()).isEmpty();
        assertThat(machine.on(1, token('y'))).isEmpty();
        machine.on(0, finished(FinishReason.STOP));
        assertThat(machine.outcome()).contains(new Finished(3, 0, 1));
    }

    @Test
    void theFirstOutcomeStaysWhateverFollows() {
        ReplyMachine machine = new ReplyMachine(Plans.plain("p"));
        machine.on(0, new TokenEvent.Failed(ErrorCode.OUT_OF_MEMORY, "no room"));
        machine.clientGone();
        assertThat(machine.fail(ErrorCode.INTERNAL, "later")).isEmpty();
        assertThat(machine.on(0, token('a'))).isEmpty();
        assertThat(machine.on(0, finished(FinishReason.STOP))).isEmpty();
        assertThat(machine.outcome()).contains(new Failed(ErrorCode.OUT_OF_MEMORY, "no room"));
    }

    @Test
    void aClientThatLeftCancels() {
        ReplyMachine machine = new ReplyMachine(Plans.plain("p"));
        machine.clientGone();
        assertThat(machine.on(0, finished(FinishReason.STOP))).isEmpty();
        assertThat(machine.outcome()).contains(new Cancelled());
    }

    @Test
    void aNodeThatCancelsUnaskedHasFailed() {
        ReplyMachine machine = new ReplyMachine(Plans.plain("p"));
        machine.on(0, new TokenEvent.Cancelled(USAGE));
        assertThat(machine.outcome()).contains(new Failed(ErrorCode.INTERNAL, "the node cancelled the reply unasked"));
    }

    private static List<ReplyEffect> tokens(ReplyMachine machine, String text) {
        List<ReplyEffect> effects = new ArrayList<>();
        Plans.tokens(text).forEach(id -> effects.addAll(machine.on(0, token(id))));
        return effects;
    }

    private static TokenEvent token(int id) {
        return new TokenEvent.Token(0, score(id));
    }

    private static TokenScore score(int id) {
        return new TokenScore(id, -0.5f, List.of());
    }

    private static TokenEvent finished(FinishReason reason) {
        return new TokenEvent.Finished(reason, USAGE);
    }

    private static String textOf(List<ReplyEffect> effects) {
        StringBuilder text = new StringBuilder();
        contents(effects).forEach(content -> text.append(content.text()));
        return text.toString();
    }

    private static String tokensOf(List<ReplyEffect> effects) {
        StringBuilder text = new StringBuilder();
        tokenList(effects).forEach(token -> text.append((char) token.id()));
        return text.toString();
    }

    private static List<ReplyToken> tokenList(List<ReplyEffect> effects) {
        return contents(effects).stream()
                .flatMap(content -> content.tokens().stream())
                .toList();
    }

    private static List<Content> contents(List<ReplyEffect> effects) {
        return effects.stream()
                .filter(Content.class::isInstance)
                .map(Content.class::cast)
                .toList();
    }
}

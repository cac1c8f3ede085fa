package dev.troupe.control.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.Plans;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Random bytes as tokens, random stop strings, against the plain definition of what is sent.
final class ReplyMachineSim {
    private static final int ROUNDS = 2000;

    @Test
    void theTextIsAllBytesDecodedAndCutAtTheStopStringThatIsCompleteFirst() {
        long seed = System.nanoTime();
        System.out.println("ReplyMachineSim seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> stops = Stream.generate(() -> text(random, 3))
                    .limit(random.nextInt(3))
                    .toList();
            byte[] bytes = (text(random, 12)).getBytes(StandardCharsets.UTF_8);
            check(stops, bytes);
        }
    }

    private static void check(List<String> stops, byte[] bytes) {
        ReplyMachine machine = new ReplyMachine(Plans.stoppingAt(stops));
        List<ReplyEffect> effects = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            TokenScore score = new TokenScore(bytes[i] & 0xff, -1f, List.of());
            List<ReplyEffect> more = machine.on(0, new TokenEvent.Token(i, score));
            int tokens = i + 1;
            assertThat(more.stream().filter(Content.class::isInstance).map(Content.class::cast))
                    .allMatch(content -> content.sentTokens() == tokens);
            effects.addAll(more);
        }
        effects.addAll(machine.on(0, new TokenEvent.Finished(FinishReason.LENGTH, new Usage(1, 0, bytes.length))));
        StringBuilder sent = new StringBuilder();
        int tokens = 0;
        for (ReplyEffect effect : effects) {
            if (effect instanceof Content content) {
                sent.append(content.text());
                tokens += content.tokens().size();
            }
        }
        String expected = cut(new String(bytes, StandardCharsets.UTF_8), stops);
        assertThat(sent).as("stops %s", stops).hasToString(expected);
        assertThat(tokens).isEqualTo(expected.getBytes(StandardCharsets.UTF_8).length);
        assertThat(machine.outcome()).containsInstanceOf(ReplyOutcome.Finished.class);
    }

    private static String cut(String text, List<String> stops) {
        for (int end = 1; end <= text.length(); end++) {
            String sofar = text.substring(0, end);
            int longest = stops.stream()
                    .filter(sofar::endsWith)
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (longest > 0) {
                return sofar.substring(0, end - longest);
            }
        }
        return text;
    }

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(most);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(new int[] {'a', 'b', 'é', '€', 0x1f680}[random.nextInt(5)]);
        }
        return text.toString();
    }
}

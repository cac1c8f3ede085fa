package dev.troupe.control.reply;

import dev.troupe.control.fake.HostileTokenizer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Text from tokens of random, hostile vocabularies.
final class TextAssemblySim {
    private static final int VOCABULARIES = 60;
    private static final int ROUNDS = 25;

    @Test
    void textIsAFunctionOfTokensAndStopsWhereverItIsTakenUp() {
        long seed = System.nanoTime();
        System.out.println("TextAssemblySim seed " + seed);
        Random random = new Random(seed);
        for (int vocabulary = 0; vocabulary < VOCABULARIES; vocabulary++) {
            HostileTokenizer tokenizer = HostileTokenizer.of(random, 40);
            for (int round = 0; round < ROUNDS; round++) {
                List<Integer> ids = random.ints(random.nextInt(20), 0, tokenizer.vocabularySize())
                        .boxed()
                        .toList();
                List<String> stops = AssemblyCheck.stops(random, tokenizer, ids);
                new AssemblyCheck(tokenizer, stops, random.nextInt(3) * random.nextInt(6)).check(ids);
            }
        }
    }
}

package dev.troupe.bench.workload;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Seeded draws. A child's draws do not depend on how many its parent makes afterwards.
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        this(new SplittableRandom(seed));
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    Dice child() {
        return new Dice(random.split());
    }

    /// From `least` up to and with `most`.
    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /// From `least` up to and with `most`; each power of two is about as likely as the next.
    int spread(int least, int most) {
        double low = Math.log(least);
        double value = Math.exp(low + random.nextDouble() * (Math.log(most + 1.0) - low));
        return Math.clamp((long) value, least, most);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    long bits() {
        return random.nextLong();
    }

    <T> T pick(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    List<Integer> ids(int count, int vocabularySize) {
        return IntStream.range(0, count)
                .mapToObj(_ -> random.nextInt(vocabularySize))
                .toList();
    }
}

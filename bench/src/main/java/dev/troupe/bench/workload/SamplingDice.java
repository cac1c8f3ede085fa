package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Draws how tokens are chosen, so that every parameter meets every other.
final class SamplingDice {
    private final int vocabularySize;
    private final Dice dice;

    SamplingDice(int vocabularySize, Dice dice) {
        this.vocabularySize = vocabularySize;
        this.dice = dice;
    }

    SamplingParams draw() {
        Penalties penalties = dice.chance(35) ? penalties() : Penalties.none();
        Map<Integer, Float> biases = dice.chance(15) ? biases() : Map.of();
        if (dice.chance(35)) {
            return new SamplingParams(0f, 0, 1f, 0f, 0L, penalties, biases);
        }
        float temperature = dice.pick(List.of(0.2f, 0.7f, 1f, 1.3f, 2f));
        int topK = dice.chance(50) ? 0 : dice.spread(1, 200);
        float topP = dice.pick(List.of(1f, 1f, 0.95f, 0.9f, 0.5f, 0.01f));
        float minP = dice.chance(25) ? dice.pick(List.of(0.02f, 0.1f, 0.5f, 1f)) : 0f;
        return new SamplingParams(temperature, topK, topP, minP, dice.bits(), penalties, biases);
    }

    /// The same with another seed.
    SamplingParams reseeded(SamplingParams sampling) {
        return new SamplingParams(
                sampling.temperature(),
                sampling.topK(),
                sampling.topP(),
                sampling.minP(),
                dice.bits(),
                sampling.penalties(),
                sampling.logitBias());
    }

    private Penalties penalties() {
        return new Penalties(
                dice.pick(List.of(-0.5f, 0f, 0.7f, 1.5f)),
                dice.pick(List.of(0f, 0.4f, -0.3f, 2f)),
                dice.pick(List.of(1f, 1.1f, 1.3f, 0.8f)));
    }

    private Map<Integer, Float> biases() {
        Map<Integer, Float> biases = new HashMap<>();
        for (int id : dice.ids(dice.between(1, 12), vocabularySize)) {
            biases.put(id, dice.pick(List.of(-100f, -5f, 3f, 20f)));
        }
        return biases;
    }
}

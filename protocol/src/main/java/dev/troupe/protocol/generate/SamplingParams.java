package dev.troupe.protocol.generate;

import java.util.Map;
import java.util.Objects;

/// How the next token is chosen. All values were checked at the door; a node checks them again.
///
/// @param temperature `0..2`; 0 is greedy, and then only penalties and biases matter
/// @param topK candidates kept, best first; 0 keeps all
/// @param topP `(0, 1]`; the smallest set of best candidates whose probability reaches it is kept;
///     1 keeps all
/// @param minP `[0, 1]`; candidates less probable than this share of the best are dropped; 0 keeps
///     all
/// @param seed key of the draw; every request has one, drawn at admission when the client gave none
/// @param penalties against what was seen before
/// @param logitBias added to the logits of these ids, each `-100..100`, at most {@link #MAX_BIASES}
public record SamplingParams(
        float temperature,
        int topK,
        float topP,
        float minP,
        long seed,
        Penalties penalties,
        Map<Integer, Float> logitBias) {
    public static final float MAX_TEMPERATURE = 2f;
    public static final float MAX_BIAS = 100f;
    public static final int MAX_BIASES = 1024;

    public SamplingParams {
        Objects.requireNonNull(penalties, "penalties");
        if (!(temperature >= 0f && temperature <= MAX_TEMPERATURE)) {
            throw new IllegalArgumentException("temperature is " + temperature + "; allowed is 0 to 2");
        }
        if (topK < 0) {
            throw new IllegalArgumentException("topK is " + topK + "; the least is 0");
        }
        if (!(topP > 0f && topP <= 1f)) {
            throw new IllegalArgumentException("topP is " + topP + "; allowed is above 0 up to 1");
        }
        if (!(minP >= 0f && minP <= 1f)) {
            throw new IllegalArgumentException("minP is " + minP + "; allowed is 0 to 1");
        }
        logitBias = Map.copyOf(logitBias);
        if (logitBias.size() > MAX_BIASES) {
            throw new IllegalArgumentException("logitBias has " + logitBias.size() + " entries; at most " + MAX_BIASES);
        }
        logitBias.forEach(SamplingParams::checkBias);
    }

    /// Drawn without penalties, biases or a least probability.
    public static SamplingParams drawn(float temperature, int topK, float topP, long seed) {
        return new SamplingParams(temperature, topK, topP, 0f, seed, Penalties.none(), Map.of());
    }

    public static SamplingParams greedy() {
        return drawn(0f, 0, 1f, 0L);
    }

    public boolean isGreedy() {
        return temperature == 0f;
    }

    private static void checkBias(int id, float bias) {
        if (!(bias >= -MAX_BIAS && bias <= MAX_BIAS)) {
            throw new IllegalArgumentException(
                    "logitBias of " + id + " is " + bias + "; allowed is -" + MAX_BIAS + " to " + MAX_BIAS);
        }
    }
}

package dev.troupe.protocol.generate;

/// How the next token is drawn. All values were checked at the door; a node checks them again.
///
/// @param temperature `0..2`; 0 is greedy, and then nothing else here matters
/// @param topK candidates kept, best first; 0 keeps all
/// @param topP `(0, 1]`; the smallest set of best candidates whose probability reaches it is kept;
///     1 keeps all
/// @param seed key of the draw; every request has one, drawn at admission when the client gave none
public record SamplingParams(float temperature, int topK, float topP, long seed) {
    public static final float MAX_TEMPERATURE = 2f;

    public SamplingParams {
        if (!(temperature >= 0f && temperature <= MAX_TEMPERATURE)) {
            throw new IllegalArgumentException("temperature is " + temperature + "; allowed is 0 to 2");
        }
        if (topK < 0) {
            throw new IllegalArgumentException("topK is " + topK + "; the least is 0");
        }
        if (!(topP > 0f && topP <= 1f)) {
            throw new IllegalArgumentException("topP is " + topP + "; allowed is above 0 up to 1");
        }
    }

    public static SamplingParams greedy() {
        return new SamplingParams(0f, 0, 1f, 0L);
    }

    public boolean isGreedy() {
        return temperature == 0f;
    }
}

package dev.troupe.protocol.generate;

/// How tokens that were seen before are made less likely. All values were checked at the door; a
/// node checks them again.
///
/// @param presence `-2..2`; taken once from the logit of every token generated so far
/// @param frequency `-2..2`; taken from the logit of a token as often as it was generated
/// @param repetition 0.01 to 10; divides positive and multiplies negative logits of every
///     token of the prompt and of those generated; 1 does nothing
public record Penalties(float presence, float frequency, float repetition) {
    public static final float MAX_ADDED = 2f;
    public static final float MAX_REPETITION = 10f;
    /// Much less makes infinities of logits.
    public static final double LEAST_REPETITION = 0.01;

    public Penalties {
        checkAdded("presence", presence);
        checkAdded("frequency", frequency);
        if (!(repetition >= (float) LEAST_REPETITION && repetition <= MAX_REPETITION)) {
            throw new IllegalArgumentException("repetition penalty is " + repetition + "; allowed is "
                    + LEAST_REPETITION + " to " + MAX_REPETITION);
        }
    }

    public static Penalties none() {
        return new Penalties(0f, 0f, 1f);
    }

    /// Whether no logit is changed.
    public boolean areNeutral() {
        return presence == 0f && frequency == 0f && repetition == 1f;
    }

    private static void checkAdded(String field, float value) {
        if (!(value >= -MAX_ADDED && value <= MAX_ADDED)) {
            throw new IllegalArgumentException(
                    field + " penalty is " + value + "; allowed is -" + MAX_ADDED + " to " + MAX_ADDED);
        }
    }
}

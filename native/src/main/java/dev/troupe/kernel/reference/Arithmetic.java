package dev.troupe.kernel.reference;

/// What the ops share: exp, SiLU, lanes and tree, halves. Each operation here is one rounding to
/// fp32.
final class Arithmetic {
    static final int LANES = 16;

    private static final float[] POLYNOMIAL = {8.3333333e-3f, 4.1666667e-2f, 1.6666667e-1f, 0.5f, 1f};
    private static final float LARGEST_HALF = 65504f;

    private Arithmetic() {}

    static float exp(float exponent) {
        float x = exponent;
        x = x < -87.3f ? -87.3f : x;
        x = x > 88f ? 88f : x;
        float n = (float) Math.rint(x * 1.44269504f);
        float r = rest(x, n);
        return Math.fma(series(r), r, 1f) * power(n);
    }

    /// E / (E + 2) with E = e^2x - 1, which keeps its digits near 0.
    static float tanh(float argument) {
        float x = argument + argument;
        x = x < -20f ? -20f : x;
        x = x > 20f ? 20f : x;
        float n = (float) Math.rint(x * 1.44269504f);
        float r = rest(x, n);
        float grown = Math.fma(series(r) * r, power(n), power(n) - 1f);
        return grown / (grown + 2f);
    }

    /// x - n log 2, log 2 in two pieces.
    private static float rest(float x, float n) {
        return Math.fma(n, -1.42860677e-6f, Math.fma(n, -0.693145752f, x));
    }

    /// (e^r - 1) / r.
    private static float series(float r) {
        float p = 1.3888889e-3f;
        for (float c : POLYNOMIAL) {
            p = Math.fma(p, r, c);
        }
        return p;
    }

    private static float power(float n) {
        return Float.intBitsToFloat(((int) n + 127) << 23);
    }

    static float silu(float gate) {
        return gate / (1f + exp(0f - gate));
    }

    /// As tanh approximates it: g / (1 + e^-2u), u = sqrt(2 / pi) * (g + 0.044715 g^3).
    static float gelu(float gate) {
        float cube = 0.044715f * (gate * gate);
        float twice = 1.59576912f * Math.fma(cube, gate, gate);
        return gate / (1f + exp(0f - twice));
    }

    /// What is not finite becomes NaN.
    static float softcap(float x, float cap) {
        float difference = Float.isFinite(x) ? 0f : Float.NaN; // x - x
        return cap * tanh(x / cap) + difference;
    }

    /// The larger number; NaN on the right is passed over.
    static float max(float left, float right) {
        return right > left ? right : left;
    }

    /// Folds 16 lanes in place and gives their sum.
    static float tree(float[] lanes) {
        for (int half = LANES / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; i++) {
                lanes[i] = lanes[i] + lanes[i + half];
            }
        }
        return lanes[0];
    }

    /// fp32 to the half that is kept: clamped (NaN stays), then rounded to nearest even.
    static short toHalf(float value) {
        float x = value;
        x = x < -LARGEST_HALF ? -LARGEST_HALF : x;
        x = x > LARGEST_HALF ? LARGEST_HALF : x;
        return Float.floatToFloat16(x);
    }
}

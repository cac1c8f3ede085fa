package dev.troupe.kernel.reference;

import dev.troupe.kernel.Ops;

final class RmsNorm {
    private final float[] gain;
    private final float epsilon;

    RmsNorm(ReferenceMemory memory, Ops.Gain gain, int width) {
        this.gain = memory.floats(gain.address(), width);
        this.epsilon = gain.epsilon();
    }

    float[] apply(float[] x) {
        float[] lanes = new float[Arithmetic.LANES];
        for (int i = 0; i < x.length; i++) {
            int lane = i % Arithmetic.LANES;
            lanes[lane] = Math.fma(x[i], x[i], lanes[lane]);
        }
        float mean = Arithmetic.tree(lanes) / (float) x.length;
        float scale = 1f / (float) Math.sqrt(mean + epsilon);
        float[] y = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = (x[i] * scale) * gain[i];
        }
        return y;
    }
}

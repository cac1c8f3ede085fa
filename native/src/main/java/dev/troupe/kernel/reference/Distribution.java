package dev.troupe.kernel.reference;

import dev.troupe.kernel.Draw;

/// Weights `exp((logit - max) / temperature)` of one row.
final class Distribution {
    private final float[] weights;

    Distribution(float[] logits, float max, float temperature) {
        weights = new float[logits.length];
        for (int id = 0; id < logits.length; id++) {
            weights[id] = Arithmetic.exp((logits[id] - max) / temperature);
        }
    }

    float sumById() {
        float[] lanes = new float[Arithmetic.LANES];
        for (int id = 0; id < weights.length; id++) {
            lanes[id % Arithmetic.LANES] += weights[id];
        }
        return Arithmetic.tree(lanes);
    }

    int draw(Candidates order, Draw draw) {
        boolean cut = draw.topK() > 0 && draw.topK() < weights.length;
        int kept = cut ? draw.topK() : weights.length;
        float total = cut ? chain(order, kept) : sumById();
        if (draw.topP() < 1f) {
            kept = prefixReaching(draw.topP() * total, order, kept);
            total = chain(order, kept);
        }
        float target = Philox.uniform(draw.seed(), draw.position()) * total;
        return order.id(placeBeyond(target, order, kept));
    }

    private float chain(Candidates order, int count) {
        float sum = 0f;
        for (int place = 0; place < count; place++) {
            sum += weights[order.id(place)];
        }
        return sum;
    }

    /// Length of the shortest prefix whose chained sum reaches the target; all when none does.
    private int prefixReaching(float target, Candidates order, int kept) {
        float sum = 0f;
        for (int place = 0; place < kept; place++) {
            sum += weights[order.id(place)];
            if (sum >= target) {
                return place + 1;
            }
        }
        return kept;
    }

    /// The first place whose chained sum exceeds the target; the last when none does.
    private int placeBeyond(float target, Candidates order, int kept) {
        float sum = 0f;
        for (int place = 0; place < kept; place++) {
            sum += weights[order.id(place)];
            if (sum > target) {
                return place;
            }
        }
        return kept - 1;
    }
}

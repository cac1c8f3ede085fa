package dev.troupe.kernel.reference;

import dev.troupe.kernel.Draw;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Biases, bans and penalties of one row.
final class Adjusting {
    private final ReferenceMemory memory;
    private final Draw.Adjustment adjustment;

    Adjusting(ReferenceMemory memory, Draw.Adjustment adjustment) {
        this.memory = memory;
        this.adjustment = adjustment;
    }

    /// The row that a token is chosen from.
    float[] apply(float[] logits) {
        float[] adjusted = logits.clone();
        addBiases(adjusted);
        addPenalties(adjusted);
        return adjusted;
    }

    private void addBiases(float[] logits) {
        Draw.Biases biases = adjustment.biases();
        int count = biases.biases() + biases.bans();
        if (count == 0) {
            return;
        }
        ByteBuffer entries = memory.bytesAt(biases.entries(), (long) count * Draw.Biases.ENTRY_BYTES)
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            int id = entries.getInt();
            float bias = entries.getFloat();
            if (id >= 0 && id < logits.length) {
                logits[id] = i < biases.biases() ? logits[id] + bias : Float.NEGATIVE_INFINITY;
            }
        }
    }

    private void addPenalties(float[] logits) {
        Draw.History history = adjustment.history();
        if (history.length() == 0) {
            return;
        }
        int[] ids = memory.ints(history.ids(), history.length());
        boolean[] seen = new boolean[logits.length];
        int[] counts = new int[logits.length];
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] >= 0 && ids[i] < logits.length) {
                seen[ids[i]] = true;
                counts[ids[i]] += i < history.promptLength() ? 0 : 1;
            }
        }
        for (int id = 0; id < logits.length; id++) {
            logits[id] = seen[id] ? penalised(logits[id], counts[id]) : logits[id];
        }
    }

    private float penalised(float logit, int count) {
        float repetition = adjustment.repetition();
        float repeated = logit > 0f ? logit / repetition : logit * repetition;
        return count == 0 ? repeated : repeated - adjustment.frequency() * (float) count - adjustment.presence();
    }
}

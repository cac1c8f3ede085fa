package dev.troupe.node.model;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Draw;
import dev.troupe.node.engine.StepInput;
import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/// Copies what biases, bans and penalties need to the device, once for each slice that needs it. The
/// rows of a slice share the copies, and each sees as much of them as its place allows.
final class Adjustments {
    private final DeviceMemory memory;
    private final Workspace.Meta meta;
    private final StepShape shape;
    private final ByteBuffer history;
    private final ByteBuffer entries;
    private int slices;

    Adjustments(DeviceMemory memory, Workspace.Meta meta, StepShape shape) {
        this.memory = memory;
        this.meta = meta;
        this.shape = shape;
        this.history = buffer(shape.historyBytes());
        this.entries = buffer(StepShape.BIASES_BYTES);
    }

    /// Where the lists of one slice lie.
    record Placed(Penalties penalties, Draw.History history, Draw.Biases biases) {
        static final Placed NOTHING = new Placed(
                Penalties.none(),
                Draw.Adjustment.none().history(),
                Draw.Adjustment.none().biases());

        Draw.Adjustment of(StepInput.Next next) {
            int seen = history.ids() == 0 ? 0 : next.position();
            return new Draw.Adjustment(
                    penalties.repetition(),
                    penalties.frequency(),
                    penalties.presence(),
                    new Draw.History(history.ids(), history.promptLength(), seen),
                    new Draw.Biases(
                            biases.entries(), biases.biases(), next.banned().size()));
        }
    }

    /// Forgets the step before.
    void begin() {
        slices = 0;
    }

    Placed place(StepInput.Slice slice) {
        for (StepInput.Ask ask : slice.asks()) {
            if (ask.want() instanceof StepInput.Next first) {
                return place(slice, first);
            }
        }
        return Placed.NOTHING;
    }

    /// @param first of the slice's rows that choose: if any has bans, it has
    private Placed place(StepInput.Slice slice, StepInput.Next first) {
        SamplingParams sampling = first.sampling();
        boolean penalised = !sampling.penalties().areNeutral();
        boolean listed = !sampling.logitBias().isEmpty() || !first.banned().isEmpty();
        if (!penalised && !listed) {
            return Placed.NOTHING;
        }
        int index = slices++;
        Draw.History past = penalised ? writeHistory(slice, index) : Placed.NOTHING.history();
        Draw.Biases biases = listed ? writeBiases(sampling, first.banned(), index) : Placed.NOTHING.biases();
        return new Placed(sampling.penalties(), past, biases);
    }

    /// The slice's own tokens come behind those before it: a row may follow tokens that are guesses.
    private Draw.History writeHistory(StepInput.Slice slice, int index) {
        history.clear();
        int count = slice.firstPosition() + slice.tokens().length;
        history.asIntBuffer()
                .put(slice.past().tokens(), 0, slice.firstPosition())
                .put(slice.tokens());
        history.limit(count * Integer.BYTES);
        long address = meta.histories() + index * shape.historyBytes();
        memory.write(address, history);
        return new Draw.History(address, slice.past().promptLength(), count);
    }

    private Draw.Biases writeBiases(SamplingParams sampling, List<Integer> banned, int index) {
        entries.clear();
        for (Map.Entry<Integer, Float> bias : sampling.logitBias().entrySet()) {
            entries.putInt(bias.getKey()).putFloat(bias.getValue());
        }
        for (int id : banned) {
            entries.putInt(id).putFloat(0f);
        }
        long address = meta.biases() + index * StepShape.BIASES_BYTES;
        memory.write(address, entries.flip());
        return new Draw.Biases(address, sampling.logitBias().size(), banned.size());
    }

    private static ByteBuffer buffer(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }
}

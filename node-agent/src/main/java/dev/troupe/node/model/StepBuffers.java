package dev.troupe.node.model;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Draw;
import dev.troupe.node.engine.StepInput;
import dev.troupe.protocol.generate.SamplingParams;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The host's side of a step's numbers: filled here, copied to the device, and the choices back.
final class StepBuffers {
    private final DeviceMemory memory;
    private final Workspace.Meta meta;
    private final Workspace.Asked asked;
    private final ByteBuffer tokenIds;
    private final ByteBuffer positions;
    private final ByteBuffer tables;
    private final ByteBuffer rowIndices;
    private final ByteBuffer askedPositions;
    private final ByteBuffer askedTables;
    private final ByteBuffer draws;
    private final ByteBuffer choices;
    private final Adjustments adjustments;

    StepBuffers(DeviceMemory memory, Workspace.Meta meta, Workspace.Asked asked, StepShape shape) {
        this.memory = memory;
        this.meta = meta;
        this.asked = asked;
        this.tokenIds = buffer(shape.rows() * Integer.BYTES);
        this.positions = buffer(shape.rows() * Integer.BYTES);
        this.tables = buffer(shape.rows() * Long.BYTES);
        this.rowIndices = buffer(shape.logitRows() * Integer.BYTES);
        this.askedPositions = buffer(shape.logitRows() * Integer.BYTES);
        this.askedTables = buffer(shape.logitRows() * Long.BYTES);
        this.draws = buffer(shape.logitRows() * Draw.BYTES);
        this.choices = buffer(shape.logitRows() * Choice.BYTES);
        this.adjustments = new Adjustments(memory, meta, shape);
    }

    /// Copies the step's numbers to the device.
    void write(StepInput input) {
        for (ByteBuffer buffer : List.of(tokenIds, positions, tables, rowIndices, askedPositions, askedTables, draws)) {
            buffer.clear();
        }
        adjustments.begin();
        int firstRow = 0;
        for (StepInput.Slice slice : input.slices()) {
            putRows(slice);
            putAsks(slice, firstRow);
            firstRow += slice.tokens().length;
        }
        memory.write(meta.tokenIds(), tokenIds.flip());
        memory.write(meta.positions(), positions.flip());
        memory.write(meta.tables(), tables.flip());
        memory.write(meta.rowIndices(), rowIndices.flip());
        memory.write(asked.positions(), askedPositions.flip());
        memory.write(asked.tables(), askedTables.flip());
        memory.write(meta.draws(), draws.flip());
    }

    /// Copies `count` choices back, in the order of the asks.
    List<Choice> readChoices(int count) {
        choices.clear().limit(count * Choice.BYTES);
        memory.read(meta.choices(), choices);
        choices.flip();
        List<Choice> read = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            read.add(Choice.readFrom(choices));
        }
        return read;
    }

    private void putRows(StepInput.Slice slice) {
        for (int row = 0; row < slice.tokens().length; row++) {
            tokenIds.putInt(slice.tokens()[row]);
            positions.putInt(slice.firstPosition() + row);
            tables.putLong(slice.table().address());
        }
    }

    private void putAsks(StepInput.Slice slice, int firstRow) {
        Adjustments.Placed placed = adjustments.place(slice);
        for (StepInput.Ask ask : slice.asks()) {
            rowIndices.putInt(firstRow + ask.row());
            askedPositions.putInt(slice.firstPosition() + ask.row());
            askedTables.putLong(slice.table().address());
            draw(ask, placed).writeTo(draws);
        }
    }

    private static Draw draw(StepInput.Ask ask, Adjustments.Placed placed) {
        return switch (ask.want()) {
            case StepInput.Given(int token) -> Draw.given(token, ask.topCount());
            case StepInput.Next next -> chosen(next, ask.topCount()).with(placed.of(next));
        };
    }

    private static Draw chosen(StepInput.Next next, int topCount) {
        SamplingParams sampling = next.sampling();
        if (sampling.isGreedy()) {
            return Draw.greedy(topCount);
        }
        Draw.Cuts cuts = new Draw.Cuts(sampling.temperature(), sampling.topK(), sampling.topP(), sampling.minP());
        return Draw.drawn(cuts, topCount, sampling.seed(), next.position());
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

package dev.troupe.node.model;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.kernel.layout.PanelPacker;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.Digest;
import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.TensorPlace;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// A packed image with random weights, in memory: a whole model without a file.
public final class TestImage {
    private static final int CHUNK_BYTES = 16 << 10;
    private static final int IMAGE_ALIGNMENT = 4096;

    private final ModelSpec spec;
    private final WeightFormat format;
    private final boolean fused;
    private final ByteBuffer data = ByteBuffer.allocate(4 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, TensorPlace> tensors = new HashMap<>();
    private final List<Long> gateEnds = new ArrayList<>();
    private long seed;
    private int tokenCount;

    private TestImage(ModelSpec spec, WeightFormat format, boolean fused, long seed) {
        this.spec = spec;
        this.format = format;
        this.fused = fused;
        this.seed = seed * 1000;
        this.tokenCount = spec.vocabularySize();
    }

    public static ModelSpec spec() {
        return new ModelSpec(
                "llama", 300, 1024, 64, 96, 3, AttentionSpec.plain(4, 2, 16, 10_000), BlockSpec.plain(1e-5f));
    }

    /// @param format of all matrices
    /// @param fused whether q, k and v are one matrix
    public static TestImage of(WeightFormat format, boolean fused, long seed) {
        TestImage image = new TestImage(spec(), format, fused, seed);
        image.pack();
        return image;
    }

    /// Makes an F32 image's embedding of `token` NaN.
    public TestImage poison(int token) {
        int panelFloats = spec.width() * PanelLayout.PANEL;
        int panel = (int) tensors.get("embedding").offset() + token / PanelLayout.PANEL * panelFloats * Float.BYTES;
        data.putFloat(panel + token % PanelLayout.PANEL * Float.BYTES, Float.NaN);
        return this;
    }

    /// Makes the rows from `tokens` on padding.
    public TestImage padFrom(int tokens) {
        tokenCount = tokens;
        return this;
    }

    public Digest digest() {
        return new Digest("sha256:" + String.format("%064x", seed));
    }

    public ImageManifest manifest() {
        List<ImageManifest.Chunk> chunks = new ArrayList<>();
        for (int offset = 0; offset < data.position(); offset += CHUNK_BYTES) {
            chunks.add(new ImageManifest.Chunk(offset, Math.min(CHUNK_BYTES, data.position() - offset), 0));
        }
        return new ImageManifest(spec, tokenCount, PanelLayout.ID, data.position(), tensors, gateEnds, chunks);
    }

    /// Opens the image; each call gives a new source.
    public ChunkSource open() {
        ImageManifest manifest = manifest();
        return new ChunkSource() {
            @Override
            public ImageManifest manifest() {
                return manifest;
            }

            @Override
            public void read(int index, ByteBuffer target) {
                ImageManifest.Chunk chunk = manifest.chunks().get(index);
                target.put(data.slice((int) chunk.offset(), chunk.bytes()));
            }

            @Override
            public void close() {}
        };
    }

    private void pack() {
        int width = spec.width();
        int qWidth = spec.attention().heads() * spec.attention().headSize();
        int kvWidth = spec.attention().kvHeads() * spec.attention().headSize();
        matrix("embedding", spec.vocabularySize(), width, 1f);
        endGate();
        for (int layer = 0; layer < spec.layers(); layer++) {
            String prefix = "layers." + layer + ".";
            vector(prefix + "attention_norm");
            if (fused) {
                matrix(prefix + "qkv", qWidth + 2 * kvWidth, width, scaled(2f, width));
            } else {
                matrix(prefix + "q", qWidth, width, scaled(2f, width));
                matrix(prefix + "k", kvWidth, width, scaled(2f, width));
                matrix(prefix + "v", kvWidth, width, scaled(2f, width));
            }
            matrix(prefix + "attention_output", width, qWidth, scaled(3f, qWidth));
            vector(prefix + "mlp_norm");
            pair(prefix + "gate_up", spec.feedForwardWidth(), width, scaled(1.5f, width));
            matrix(prefix + "down", width, spec.feedForwardWidth(), scaled(2f, spec.feedForwardWidth()));
            endGate();
        }
        vector("output_norm");
        matrix("head", spec.vocabularySize(), width, scaled(2f, width));
        align(IMAGE_ALIGNMENT);
        endGate();
    }

    private static float scaled(float deviation, int inputs) {
        return deviation / (float) Math.sqrt(inputs);
    }

    private void matrix(String name, int outputs, int inputs, float deviation) {
        align(64);
        int offset = data.position();
        PanelPacker.pack(format, outputs, inputs, rows(inputs, deviation), data);
        place(name, TensorPlace.Kind.MATRIX, outputs, inputs, offset);
    }

    private void pair(String name, int outputs, int inputs, float deviation) {
        align(64);
        int offset = data.position();
        PanelPacker.packPair(format, outputs, inputs, rows(inputs, deviation), rows(inputs, deviation), data);
        place(name, TensorPlace.Kind.PAIR, outputs, inputs, offset);
    }

    private void vector(String name) {
        align(64);
        int offset = data.position();
        Random random = new Random(seed++);
        for (int i = 0; i < spec.width(); i++) {
            data.putFloat(0.5f + random.nextFloat());
        }
        tensors.put(
                name,
                new TensorPlace(
                        TensorPlace.Kind.VECTOR, WeightFormat.F32, 1, spec.width(), offset, data.position() - offset));
    }

    private void place(String name, TensorPlace.Kind kind, int outputs, int inputs, int offset) {
        tensors.put(name, new TensorPlace(kind, format, outputs, inputs, offset, data.position() - offset));
    }

    private RandomRows rows(int inputs, float deviation) {
        return new RandomRows(format, inputs, deviation, seed++);
    }

    private void align(int bytes) {
        data.position(Math.ceilDiv(data.position(), bytes) * bytes);
    }

    private void endGate() {
        gateEnds.add((long) data.position());
    }
}

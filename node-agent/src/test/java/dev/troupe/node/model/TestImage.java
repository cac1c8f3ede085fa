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
    private final Form form;
    private final ByteBuffer data = ByteBuffer.allocate(8 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, TensorPlace> tensors = new HashMap<>();
    private final Map<String, RandomRows> sources = new HashMap<>();
    private final List<Long> gateEnds = new ArrayList<>();
    private long seed;
    private int tokenCount;

    /// How the projections lie.
    private enum Form {
        FUSED,
        APART,
        /// Gate and up too.
        ALL_APART
    }

    private TestImage(ModelSpec spec, WeightFormat format, Form form, long seed) {
        this.spec = spec;
        this.format = format;
        this.form = form;
        this.seed = seed * 1000;
        this.tokenCount = spec.vocabularySize();
    }

    public static ModelSpec spec() {
        return new ModelSpec(
                "llama", 300, 1024, 64, 96, 3, AttentionSpec.plain(4, 2, 16, 10_000), BlockSpec.plain(1e-5f));
    }

    /// Wide enough for the format's groups.
    private static ModelSpec spec(WeightFormat format) {
        int width = format.groupSize();
        return format.groupSize() <= 32
                ? spec()
                : new ModelSpec(
                        "llama",
                        300,
                        1024,
                        width,
                        width,
                        3,
                        AttentionSpec.plain(4, 2, width / 4, 10_000),
                        BlockSpec.plain(1e-5f));
    }

    /// @param format of all matrices
    /// @param fused whether q, k and v are one matrix
    public static TestImage of(WeightFormat format, boolean fused, long seed) {
        return packed(spec(format), format, fused ? Form.FUSED : Form.APART, seed);
    }

    /// @param apart whether q, k and v, and gate and up, are matrices of their own
    public static TestImage of(ModelSpec spec, WeightFormat format, boolean apart, long seed) {
        return packed(spec, format, apart ? Form.ALL_APART : Form.FUSED, seed);
    }

    private static TestImage packed(ModelSpec spec, WeightFormat format, Form form, long seed) {
        TestImage image = new TestImage(spec, format, form, seed);
        image.pack();
        return image;
    }

    ModelSpec modelSpec() {
        return spec;
    }

    /// The rows of an F32 matrix: of a fused one the parts have names of their own.
    float[][] matrix(String name) {
        TensorPlace place = tensors.get(name);
        RandomRows source = sources.get(name);
        float[][] rows = new float[place.outputs()][place.inputs()];
        for (int row = 0; row < rows.length; row++) {
            ByteBuffer bytes = ByteBuffer.allocate(place.inputs() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            source.read(row, bytes);
            bytes.flip().asFloatBuffer().get(rows[row]);
        }
        return rows;
    }

    float[] numbers(String name) {
        TensorPlace place = tensors.get(name);
        float[] values = new float[place.inputs()];
        data.duplicate()
                .order(ByteOrder.LITTLE_ENDIAN)
                .position((int) place.offset())
                .asFloatBuffer()
                .get(values);
        return values;
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
            packExtras(prefix);
            if (form == Form.FUSED) {
                matrix(prefix + "qkv", qWidth + 2 * kvWidth, width, scaled(2f, width));
            } else {
                matrix(prefix + "q", qWidth, width, scaled(2f, width));
                matrix(prefix + "k", kvWidth, width, scaled(2f, width));
                matrix(prefix + "v", kvWidth, width, scaled(2f, width));
            }
            matrix(prefix + "attention_output", width, qWidth, scaled(3f, qWidth));
            vector(prefix + "mlp_norm");
            packGateUp(prefix, width);
            matrix(prefix + "down", width, spec.feedForwardWidth(), scaled(2f, spec.feedForwardWidth()));
            endGate();
        }
        vector("output_norm");
        matrix("head", spec.vocabularySize(), width, scaled(2f, width));
        align(IMAGE_ALIGNMENT);
        endGate();
    }

    private void packExtras(String prefix) {
        AttentionSpec attention = spec.attention();
        if (attention.bias()) {
            vector(prefix + "qkv_bias", attention.qWidth() + 2 * attention.kvWidth());
        }
        if (attention.headNorms()) {
            vector(prefix + "query_norm", attention.headSize());
            vector(prefix + "key_norm", attention.headSize());
        }
        if (spec.block().outputNorms()) {
            vector(prefix + "attention_output_norm");
            vector(prefix + "mlp_output_norm");
        }
    }

    private void packGateUp(String prefix, int width) {
        if (form == Form.ALL_APART) {
            matrix(prefix + "gate", spec.feedForwardWidth(), width, scaled(1.5f, width));
            matrix(prefix + "up", spec.feedForwardWidth(), width, scaled(1.5f, width));
        } else {
            pair(prefix + "gate_up", spec.feedForwardWidth(), width, scaled(1.5f, width));
        }
    }

    private static float scaled(float deviation, int inputs) {
        return deviation / (float) Math.sqrt(inputs);
    }

    private void matrix(String name, int outputs, int inputs, float deviation) {
        align(64);
        int offset = data.position();
        RandomRows rows = rows(inputs, deviation);
        sources.put(name, rows);
        PanelPacker.pack(format, outputs, inputs, rows, data);
        place(name, TensorPlace.Kind.MATRIX, outputs, inputs, offset);
    }

    private void pair(String name, int outputs, int inputs, float deviation) {
        align(64);
        int offset = data.position();
        PanelPacker.packPair(format, outputs, inputs, rows(inputs, deviation), rows(inputs, deviation), data);
        place(name, TensorPlace.Kind.PAIR, outputs, inputs, offset);
    }

    private void vector(String name) {
        vector(name, spec.width());
    }

    private void vector(String name, int width) {
        align(64);
        int offset = data.position();
        Random random = new Random(seed++);
        for (int i = 0; i < width; i++) {
            data.putFloat(0.5f + random.nextFloat());
        }
        tensors.put(
                name,
                new TensorPlace(TensorPlace.Kind.VECTOR, WeightFormat.F32, 1, width, offset, data.position() - offset));
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

package dev.troupe.store.image;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.store.image.ImageManifest.Chunk;
import dev.troupe.store.image.TensorPlace.Kind;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Decides whether a manifest describes an image that can be run: what a device is told by it must
/// be true before any byte is read.
final class ManifestCheck {
    private final ImageManifest manifest;

    private ManifestCheck(ImageManifest manifest) {
        this.manifest = manifest;
    }

    /// @throws IllegalArgumentException naming the entry and the problem
    static void check(ImageManifest manifest) {
        ManifestCheck check = new ManifestCheck(manifest);
        require(manifest.layout().equals(PanelLayout.ID), "layout", "'" + manifest.layout() + "' is not known");
        SpecCheck.check(manifest.spec());
        check.checkTokens();
        check.checkGates();
        check.checkChunks();
        check.checkTensors();
    }

    private void checkTokens() {
        int rows = manifest.spec().vocabularySize();
        int tokens = manifest.tokenCount();
        require(tokens > 0 && tokens <= rows, "tokenCount", "is " + tokens + " for " + rows + " rows");
    }

    private void checkGates() {
        int gates = manifest.spec().layers() + 2;
        require(manifest.gateEnds().size() == gates, "gateEnds", "must have " + gates + " entries");
        long before = 0;
        for (long end : manifest.gateEnds()) {
            require(end > before && end % ImagePlanner.SECTION_ALIGNMENT == 0, "gateEnds", end + " after " + before);
            before = end;
        }
        require(before == manifest.bytes(), "bytes", manifest.bytes() + " but the last gate ends at " + before);
    }

    private void checkChunks() {
        long next = 0;
        for (Chunk chunk : manifest.chunks()) {
            require(chunk.offset() == next, "chunks", "gap or overlap at " + next);
            require(chunk.bytes() > 0 && chunk.bytes() <= ChunkPlanner.CHUNK_BYTES, "chunks", chunk.bytes() + " bytes");
            next += chunk.bytes();
        }
        require(next == manifest.bytes(), "chunks", "they end at " + next + " of " + manifest.bytes());
    }

    private void checkTensors() {
        manifest.tensors().forEach(this::checkPlace);
        ModelSpec spec = manifest.spec();
        List<String> names = new ArrayList<>(List.of(ImagePlanner.EMBEDDING, "output_norm", ImagePlanner.HEAD));
        expect(0, ImagePlanner.EMBEDDING, Kind.MATRIX, spec.vocabularySize(), spec.width());
        for (int layer = 0; layer < spec.layers(); layer++) {
            names.addAll(checkLayer(layer, "layers." + layer + "."));
        }
        int last = spec.layers() + 1;
        expect(last, "output_norm", Kind.VECTOR, 1, spec.width());
        TensorPlace head = find(ImagePlanner.HEAD);
        boolean tied = head.equals(find(ImagePlanner.EMBEDDING));
        expect(tied ? 0 : last, ImagePlanner.HEAD, Kind.MATRIX, spec.vocabularySize(), spec.width());
        for (String name : manifest.tensors().keySet()) {
            require(names.contains(name), name, "is not a tensor of this model");
        }
    }

    private List<String> checkLayer(int layer, String prefix) {
        ModelSpec spec = manifest.spec();
        int qWidth = spec.attention().qWidth();
        int kvWidth = spec.attention().kvWidth();
        int gate = layer + 1;
        List<String> names = new ArrayList<>();
        names.add(expect(gate, prefix + "attention_norm", Kind.VECTOR, 1, spec.width()));
        if (manifest.tensors().containsKey(prefix + "qkv")) {
            names.add(expect(gate, prefix + "qkv", Kind.MATRIX, qWidth + 2 * kvWidth, spec.width()));
        } else {
            names.add(expect(gate, prefix + "q", Kind.MATRIX, qWidth, spec.width()));
            names.add(expect(gate, prefix + "k", Kind.MATRIX, kvWidth, spec.width()));
            names.add(expect(gate, prefix + "v", Kind.MATRIX, kvWidth, spec.width()));
        }
        names.add(expect(gate, prefix + "attention_output", Kind.MATRIX, spec.width(), qWidth));
        names.add(expect(gate, prefix + "mlp_norm", Kind.VECTOR, 1, spec.width()));
        names.addAll(checkGateUp(gate, prefix));
        names.add(expect(gate, prefix + "down", Kind.MATRIX, spec.width(), spec.feedForwardWidth()));
        names.addAll(checkVectors(gate, prefix));
        return names;
    }

    /// Panels in turn, or gate and up apart.
    private List<String> checkGateUp(int gate, String prefix) {
        int outputs = manifest.spec().feedForwardWidth();
        int inputs = manifest.spec().width();
        if (!manifest.tensors().containsKey(prefix + "gate")) {
            return List.of(expect(gate, prefix + "gate_up", Kind.PAIR, outputs, inputs));
        }
        return List.of(
                expect(gate, prefix + "gate", Kind.MATRIX, outputs, inputs),
                expect(gate, prefix + "up", Kind.MATRIX, outputs, inputs));
    }

    /// Those that only some specs ask for.
    private List<String> checkVectors(int gate, String prefix) {
        AttentionSpec attention = manifest.spec().attention();
        List<String> names = new ArrayList<>();
        if (attention.bias()) {
            int width = attention.qWidth() + 2 * attention.kvWidth();
            names.add(expect(gate, prefix + "qkv_bias", Kind.VECTOR, 1, width));
        }
        if (attention.headNorms()) {
            names.add(expect(gate, prefix + "query_norm", Kind.VECTOR, 1, attention.headSize()));
            names.add(expect(gate, prefix + "key_norm", Kind.VECTOR, 1, attention.headSize()));
        }
        if (manifest.spec().block().outputNorms()) {
            int width = manifest.spec().width();
            names.add(expect(gate, prefix + "attention_output_norm", Kind.VECTOR, 1, width));
            names.add(expect(gate, prefix + "mlp_output_norm", Kind.VECTOR, 1, width));
        }
        return names;
    }

    private String expect(int gate, String name, Kind kind, int outputs, int inputs) {
        TensorPlace place = find(name);
        require(
                place.kind() == kind && place.outputs() == outputs && place.inputs() == inputs,
                name,
                place + "; needed is " + kind + " of " + outputs + " x " + inputs);
        long start = gate == 0 ? 0 : manifest.gateEnds().get(gate - 1);
        long end = manifest.gateEnds().get(gate);
        require(
                place.offset() >= start && place.bytes() <= end - place.offset(),
                name,
                place + " is outside of its gate, " + start + " to " + end);
        return name;
    }

    private void checkPlace(String name, TensorPlace place) {
        require(place.outputs() > 0 && place.inputs() > 0, name, place + " is empty");
        require(place.inputs() % place.format().groupSize() == 0, name, place + " cuts a group");
        long bytes = ImageShape.of(place).bytes();
        require(place.bytes() == bytes, name, place + "; its bytes are " + bytes);
        require(
                place.offset() >= 0 && place.offset() % ImagePlanner.TENSOR_ALIGNMENT == 0,
                name,
                place + " is misaligned");
    }

    private TensorPlace find(String name) {
        Map<String, TensorPlace> tensors = manifest.tensors();
        require(tensors.containsKey(name), name, "is missing");
        return tensors.get(name);
    }

    private static void require(boolean condition, String entry, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(entry + ": " + problem);
        }
    }
}

package dev.troupe.bench.stage;

import static dev.troupe.kernel.layout.WeightFormat.BF16;
import static dev.troupe.kernel.layout.WeightFormat.F16;
import static dev.troupe.kernel.layout.WeightFormat.F32;
import static dev.troupe.kernel.layout.WeightFormat.Q4_0;
import static dev.troupe.kernel.layout.WeightFormat.Q4_1;
import static dev.troupe.kernel.layout.WeightFormat.Q4_K;
import static dev.troupe.kernel.layout.WeightFormat.Q5_0;
import static dev.troupe.kernel.layout.WeightFormat.Q5_K;
import static dev.troupe.kernel.layout.WeightFormat.Q6_K;
import static dev.troupe.kernel.layout.WeightFormat.Q8_0;

import dev.troupe.bench.workload.ModelRole;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The models of a run: small generated ones, one for each format and with shapes that leave a rest
/// in every lane, tile and panel; and the demo model.
public final class ModelCast {
    private static final String DEMO = "smollm2";
    /// What published files of 4 bits are made of.
    private static final WeightFormats MIX = new WeightFormats(Q6_K, Q4_K, Q6_K, Q5_K, Q4_K, Q6_K, Q6_K);

    private static final int CONTEXT = 2048;
    private static final int DEMO_WEIGHT = 5;
    private static final int GENERATED_WEIGHT = 19;

    private final ModelStore store;

    /// A stored model with its role in a run.
    public record Member(ModelRole role, StoredModel stored) {}

    public ModelCast(ModelStore store) {
        this.store = store;
    }

    /// Generates and imports.
    ///
    /// @param folder for the model files
    public List<Member> generated(Path folder) throws IOException {
        List<Member> staged = new ArrayList<>();
        for (Map.Entry<String, GeneratedModel> entry : shapes().entrySet()) {
            Path file = folder.resolve(entry.getKey() + ".gguf");
            entry.getValue().writeTo(file);
            staged.add(stage(entry.getKey(), file, GENERATED_WEIGHT, false));
            Files.delete(file);
        }
        return staged;
    }

    /// Imports the demo model's file.
    public Member demo(Path file) {
        return stage(DEMO, file, DEMO_WEIGHT, true);
    }

    private Member stage(String name, Path file, int weight, boolean heavy) {
        StoredModel stored = store.importFile(file, ImportProgress.none());
        ModelSpec spec = stored.manifest().spec();
        int context = Math.min(CONTEXT, spec.contextLength());
        return new Member(new ModelRole(name, stored.manifest().tokenCount(), context, weight, heavy), stored);
    }

    private static Map<String, GeneratedModel> shapes() {
        Map<String, GeneratedModel> shapes = new LinkedHashMap<>();
        shapes.put("q8_0", model(spec(320, 96, 160, 2, heads(3, 1, 64)), WeightFormats.all(Q8_0), true));
        shapes.put("q4_0", model(spec(300, 64, 96, 3, heads(8, 2, 8)), WeightFormats.all(Q4_0), false));
        shapes.put("q4_1", model(spec(291, 128, 192, 2, heads(4, 4, 32)), WeightFormats.layers(Q4_1), true));
        shapes.put("f16", model(spec(263, 56, 72, 2, heads(9, 3, 8)), WeightFormats.all(F16), false));
        shapes.put("q4_k", model(spec(270, 256, 512, 1, heads(4, 2, 64)), MIX, true));
        shapes.put("q5_0", model(spec(330, 96, 128, 2, heads(3, 1, 32)), WeightFormats.layers(Q5_0), false));
        shapes.put("bf16", model(spec(265, 72, 88, 2, heads(3, 3, 24)), WeightFormats.all(BF16), true));
        shapes.put("f32", model(spec(277, 80, 104, 2, heads(2, 1, 80)), WeightFormats.all(F32), true));
        return shapes;
    }

    private static GeneratedModel model(ModelSpec spec, WeightFormats formats, boolean tiedHead) {
        return new GeneratedModel(spec, formats, tiedHead, spec.width());
    }

    private static ModelSpec spec(
            int vocabularySize, int width, int feedForwardWidth, int layers, AttentionSpec attention) {
        return new ModelSpec(
                "llama", vocabularySize, CONTEXT, width, feedForwardWidth, layers, attention, BlockSpec.plain(1e-5f));
    }

    private static AttentionSpec heads(int heads, int kvHeads, int headSize) {
        return AttentionSpec.plain(heads, kvHeads, headSize, 10_000);
    }
}

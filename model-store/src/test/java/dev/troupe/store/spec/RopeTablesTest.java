package dev.troupe.store.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.store.safetensors.ModelFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Frequencies and amplitudes against those of transformers 5.24.0, whose functions were run in
/// double precision.
class RopeTablesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"linear", "llama3", "yarn", "yarnScales", "yarnAttention"})
    void ms11TablesAreTheReferences(String name) throws IOException {
        JsonNode golden = golden(name);
        ObjectNode newForm = JSON.createObjectNode();
        newForm.set("rope_parameters", golden.path("config"));
        check(golden, rotation("LlamaForCausalLM", golden, newForm));
        ObjectNode scaling = golden.path("config").deepCopy();
        scaling.set("type", scaling.remove("rope_type"));
        ObjectNode oldForm = JSON.createObjectNode();
        oldForm.set("rope_theta", scaling.remove("rope_theta"));
        oldForm.set("rope_scaling", scaling);
        check(golden, rotation("LlamaForCausalLM", golden, oldForm));
    }

    @Test
    void ms11ListedFactorsEndTheContextWhereTheLongOnesWouldBegin() throws IOException {
        JsonNode golden = golden("longrope");
        ObjectNode config = JSON.createObjectNode();
        config.set("rope_parameters", golden.path("config"));
        ModelSpec spec = spec("Phi3ForCausalLM", golden, config);
        assertThat(spec.contextLength()).isEqualTo(4096);
        check(golden, spec.attention().pattern().kinds().getFirst().rotation());
    }

    @Test
    void ms11UnknownKindsAreRefusedByName() {
        refused("{\"rope_scaling\": {\"type\": \"dynamic\", \"factor\": 2.0}}", "'rope_scaling.type': is 'dynamic'");
        refused("{\"rope_scaling\": {\"rope_type\": \"mrope\"}}", "'rope_scaling.rope_type': is 'mrope'");
        refused("{\"rope_scaling\": {\"rope_type\": \"linear\"}}", "'rope_scaling.factor': is missing");
        refused(
                "{\"rope_scaling\": {\"type\": \"linear\", \"rope_type\": \"yarn\", \"factor\": 2}}",
                "is 'linear', but");
        refused(
                "{\"rope_scaling\": {\"type\": \"linear\", \"factor\": 2, \"x\": 1}}",
                "'rope_scaling.x': is not known");
        refused("{\"rope_scaling\": {\"type\": \"linear\", \"factor\": 0.5}}", "is 0.5; allowed is 1.0 to");
        refused("{\"rope_scaling\": [1]}", "is an array of 1; an object is needed");
    }

    private void refused(String config, String message) {
        assertThatThrownBy(() -> ModelFamilies.describe(
                        new ModelFolders("LlamaForCausalLM").config(config).read(folder)))
                .hasMessageStartingWith("config.json: key ")
                .hasMessageContaining(message);
    }

    private static JsonNode golden(String name) throws IOException {
        try (InputStream in = RopeTablesTest.class.getResourceAsStream("/rope/transformers.json")) {
            return JSON.readTree(in).path(name);
        }
    }

    private static void check(JsonNode golden, RotationSpec rotation) {
        JsonNode frequencies = golden.path("frequencies");
        assertThat(rotation.divisors()).hasSize(frequencies.size());
        for (int i = 0; i < frequencies.size(); i++) {
            double frequency = Math.pow(rotation.base(), -2.0 * i / rotation.width())
                    / rotation.divisors().get(i);
            double expected = frequencies.get(i).doubleValue();
            assertThat(frequency).as("pair %d", i).isCloseTo(expected, within(1e-13 * expected));
        }
        assertThat(rotation.amplitude()).isCloseTo(golden.path("amplitude").doubleValue(), within(1e-14));
    }

    private RotationSpec rotation(String family, JsonNode golden, ObjectNode config) {
        return spec(family, golden, config)
                .attention()
                .pattern()
                .kinds()
                .getFirst()
                .rotation();
    }

    private ModelSpec spec(String family, JsonNode golden, ObjectNode config) {
        int size = golden.path("width").intValue();
        ModelFolders model = new ModelFolders(family)
                .config("{\"rope_theta\": null, \"head_dim\": %d, \"max_position_embeddings\": %d}"
                        .formatted(size, golden.path("context").intValue()))
                .config(config.toString())
                .layers("self_attn.q_proj.weight", 4 * size, 64)
                .layers("self_attn.k_proj.weight", 2 * size, 64)
                .layers("self_attn.v_proj.weight", 2 * size, 64)
                .layers("self_attn.o_proj.weight", 64, 4 * size);
        if (family.startsWith("Phi3")) {
            model.layers("self_attn.qkv_proj.weight", 8 * size, 64).layers("mlp.gate_up_proj.weight", 192, 64);
            for (String part : new String[] {"self_attn.q", "self_attn.k", "self_attn.v", "mlp.gate", "mlp.up"}) {
                model.withoutLayers(part + "_proj.weight");
            }
        }
        return ModelFamilies.describe(model.read(folder)).spec();
    }
}

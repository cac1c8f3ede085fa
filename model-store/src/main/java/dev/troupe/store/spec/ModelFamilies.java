package dev.troupe.store.spec;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.safetensors.FolderModel;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// All families that are known. A new one is a class and a line here.
public final class ModelFamilies {
    static final int MAX_VOCABULARY = 1 << 22;

    private static final String KEY = "general.architecture";
    private static final String CLASSES = "architectures";
    private static final String PARTS = "split.count";
    private static final List<ModelFamily> FAMILIES = List.of(
            new LlamaFamily(),
            new MistralFamily(),
            new Qwen2Family(),
            new Qwen3Family(),
            new Gemma2Family(),
            new Gemma3Family(),
            new Phi3Family());

    private ModelFamilies() {}

    /// Finds the file's family and reads the file by its rules.
    ///
    /// @throws ServingException `INVALID_MODEL_FILE` naming the key or tensor that is at fault, or
    ///     the unknown family and the known ones
    public static ModelDescription describe(GgufFile file) {
        try (TensorData data = TensorData.onDisk()) {
            return describe(file, data);
        } catch (IOException e) {
            throw new UncheckedIOException("closing a file that was read", e);
        }
    }

    /// @param data where the few numbers are read that some files keep in tensors
    static ModelDescription describe(GgufFile file, TensorData data) {
        long parts = file.metadata().integer(PARTS, 0, Integer.MAX_VALUE).orElse(1);
        if (parts > 1) {
            throw file.metadata()
                    .fault(
                            PARTS,
                            "is " + parts + "; parts are not read, merge them into one file (gguf-split --merge)");
        }
        String architecture = file.metadata().requireString(KEY);
        ModelFamily family = FAMILIES.stream()
                .filter(each -> each.architectures().contains(architecture))
                .findFirst()
                .orElseThrow(() -> unsupported(file, architecture));
        GgufParameters parameters =
                GgufParameters.of(file, data, architecture, family.traits().fused());
        int rows = embeddingRows(file);
        parameters.check(known(family), rows);
        return new DescriptionBuilder(family, parameters, TensorNames.GGUF, file)
                .build(rows, parameters.tokenCount(rows));
    }

    /// Finds the family of a folder's model. Its tokens are not counted: `tokenCount` is the number
    /// of the embedding's rows.
    ///
    /// @throws ServingException `INVALID_MODEL_FILE` as above
    public static ModelDescription describe(FolderModel folder) {
        List<String> classes = folder.config().strings(CLASSES).orElse(List.of());
        ModelFamily family = FAMILIES.stream()
                .filter(each -> classes.size() == 1 && each.classes().contains(classes.getFirst()))
                .findFirst()
                .orElseThrow(() -> unsupported(folder, classes));
        new ConfigKeys(folder.config()).check(known(family), family.configKeys(), family.activations());
        ConfigParameters parameters =
                new ConfigParameters(folder.config(), family.traits().fused());
        int rows = parameters.vocabulary();
        return new DescriptionBuilder(family, parameters, TensorNames.SAFETENSORS, folder).build(rows, rows);
    }

    private static Set<Parameter> known(ModelFamily family) {
        Set<Parameter> known = new HashSet<>(Set.of(
                Parameter.LAYERS,
                Parameter.CONTEXT,
                Parameter.WIDTH,
                Parameter.FEED_FORWARD,
                Parameter.HEADS,
                Parameter.KV_HEADS,
                Parameter.HEAD_SIZE,
                Parameter.EPSILON,
                Parameter.VOCABULARY,
                Parameter.ROPE_BASE));
        known.addAll(family.parameters());
        return known;
    }

    private static int embeddingRows(GgufFile file) {
        String name = TensorNames.GGUF.embedding();
        SourceTensor embedding = file.tensor(name).orElseThrow(() -> file.fault(name, "is missing"));
        long rows = embedding.dimensions().getLast();
        if (embedding.dimensions().size() != 2 || rows > MAX_VOCABULARY) {
            throw file.fault(
                    name,
                    "has the shape " + embedding.dimensions() + "; two dimensions with at most " + MAX_VOCABULARY
                            + " rows are needed");
        }
        return (int) rows;
    }

    private static ServingException unsupported(GgufFile file, String architecture) {
        return file.metadata()
                .fault(
                        KEY,
                        "is " + ConfigParameters.shown(architecture) + ", which is not supported; supported are "
                                + all(FAMILIES.stream().flatMap(family -> family.architectures().stream())));
    }

    private static ServingException unsupported(FolderModel folder, List<String> classes) {
        String shown = classes.size() == 1 ? ConfigParameters.shown(classes.getFirst()) : classes.size() + " names";
        return folder.config()
                .fault(
                        CLASSES,
                        "is " + shown + ", which is not supported; supported are "
                                + all(FAMILIES.stream().flatMap(family -> family.classes().stream())));
    }

    private static List<String> all(Stream<String> names) {
        return names.toList();
    }
}

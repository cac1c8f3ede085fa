package dev.troupe.store.spec;

import dev.troupe.store.format.GgufFile;
import java.util.List;

/// All families that are known. A new one is a class and a line here.
public final class ModelFamilies {
    private static final String KEY = "general.architecture";
    private static final List<ModelFamily> FAMILIES = List.of(new LlamaFamily());

    private ModelFamilies() {}

    /// Finds the file's family and reads the file by its rules.
    ///
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` naming the key or tensor
    ///     that is at fault, or the unknown family and the known ones
    public static ModelDescription describe(GgufFile file) {
        String architecture = file.metadata().requireString(KEY);
        return FAMILIES.stream()
                .filter(family -> family.architecture().equals(architecture))
                .findFirst()
                .orElseThrow(() -> file.metadata()
                        .fault(KEY, "is '" + architecture + "', which is not supported; supported are " + known()))
                .describe(file);
    }

    private static List<String> known() {
        return FAMILIES.stream().map(ModelFamily::architecture).toList();
    }
}

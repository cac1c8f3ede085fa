package dev.troupe.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KilledImportIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"COPY", "PACK"})
    void whatAKilledImportLeftIsDeletedAndTheModelImportsAfterwards(String stage) throws Exception {
        Path file = folder.resolve("small.gguf");
        Path root = folder.resolve("store");
        GeneratedModel.small(WeightFormats.all(WeightFormat.F16), 3).writeTo(file);
        Process stuck = start(root, file, stage);
        try (BufferedReader lines = stuck.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("stuck");
            Path work = root.resolve("incoming/work-0");
            ModelStore store = ModelStore.open(root);
            assertThat(work).as("the living process' work stays").isNotEmptyDirectory();
            stuck.destroyForcibly().waitFor();
            assertThat(store.list()).isEmpty();
            ModelStore.open(root);
            assertThat(work).doesNotExist();
        }
        StoredModel model = ModelStore.open(root).importFile(file, ImportProgress.none());
        assertThat(ModelStore.open(root).list()).containsExactly(model);
        try (Stream<Path> left = Files.list(root.resolve("incoming"))) {
            assertThat(left).allMatch(path -> path.toString().endsWith(".lock"));
        }
    }

    private static Process start(Path root, Path file, String stage) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        List<String> command = List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                StuckImport.class.getName(),
                root.toString(),
                file.toString(),
                stage);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}

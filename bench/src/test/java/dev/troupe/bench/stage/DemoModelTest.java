package dev.troupe.bench.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoModelTest {
    private static final String FILE = "troupe/models/SmolLM2-135M-Instruct.Q4_1.gguf";

    @Test
    void theCacheFolderOfTheUserIsAsked() {
        assertThat(DemoModel.place(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/h")))
                .isEqualTo(Path.of("/c", FILE));
        assertThat(DemoModel.place(Map.of("XDG_CACHE_HOME", "", "HOME", "/h"))).isEqualTo(Path.of("/h/.cache", FILE));
    }

    @Test
    void aFileThatIsNotThereIsNotFound() {
        assertThat(DemoModel.find(Map.of("XDG_CACHE_HOME", "/nowhere"))).isEmpty();
    }
}

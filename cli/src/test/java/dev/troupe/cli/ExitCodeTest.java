package dev.troupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
    @Test
    void everyCodeHasItsOwnStatusWithinTheRangeOfProcesses() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::status))
                .doesNotHaveDuplicates()
                .allMatch(status -> status >= 0 && status <= 255);
    }

    @Test
    void theDocumentationListsEveryCode() throws IOException {
        String page = Files.readString(documentation());
        assertThat(ExitCode.values()).allMatch(code -> page.contains("| " + code.status() + " | " + code.meaning()));
    }

    private static Path documentation() {
        Path inModule = Path.of("../docs/cli.md");
        return Files.exists(inModule) ? inModule : Path.of("docs/cli.md");
    }
}

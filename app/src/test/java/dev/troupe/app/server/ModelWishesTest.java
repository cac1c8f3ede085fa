package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.app.demo.DemoModel;
import dev.troupe.app.demo.DemoState;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelWishesTest {
    private static final Path MINE = Path.of("/mine.gguf");
    private static final DemoState PRESENT = new DemoState.Present(Path.of("/demo.gguf"));
    private static final ModelWish DEMO =
            new ModelWish("smollm2:135m", List.of("smollm2"), "system", Path.of("/demo.gguf"));

    @Test
    void theDemoModelComesAfterWhatWasGiven() {
        Map<String, Path> given = new LinkedHashMap<>();
        given.put("b", MINE);
        given.put("a:x", MINE);
        assertThat(decide(given, PRESENT))
                .containsExactly(
                        new ModelWish("b", List.of(), "default", MINE),
                        new ModelWish("a:x", List.of(), "default", MINE),
                        DEMO);
    }

    @Test
    void withoutTheDemoModelNothingElseIsServed() {
        assertThat(decide(Map.of(), new DemoState.Missing("no network"))).isEmpty();
    }

    @Test
    void aUsersNameWinsOverTheDemoModels() {
        assertThat(decide(Map.of("smollm2", MINE), PRESENT))
                .extracting(ModelWish::aliases)
                .containsExactly(List.of(), List.of());
        assertThat(decide(Map.of("smollm2:135m", MINE), PRESENT))
                .extracting(ModelWish::file)
                .containsExactly(MINE);
    }

    @Test
    void theShortestWordIsTheAlias() {
        assertThat(DEMO.word()).isEqualTo("smollm2");
        assertThat(new ModelWish("m", List.of(), "o", MINE).word()).isEqualTo("m");
    }

    private static List<ModelWish> decide(Map<String, Path> given, DemoState state) {
        return ModelWishes.decide(given, DemoModel.SMOLLM2, state);
    }
}

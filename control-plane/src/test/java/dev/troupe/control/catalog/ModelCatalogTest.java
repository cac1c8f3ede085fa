package dev.troupe.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.fake.FakeModels;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ModelCatalogTest {
    private static final Viewer ACME = new Viewer("acme", false);

    private final ServedModel small = FakeModels.model("smollm2:135m", List.of("smollm2"), 'a');
    private final ServedModel stories = FakeModels.model("stories:260k", List.of(), 'b');
    private final ModelCatalog catalog = ModelCatalog.of(List.of(small, stories));

    @Test
    void aNameAnAliasAndAnExactVersionFindTheSameModel() {
        assertThat(catalog.find(ACME, "smollm2:135m")).isSameAs(small);
        assertThat(catalog.find(ACME, "smollm2")).isSameAs(small);
        assertThat(catalog.find(ACME, "public/smollm2")).isSameAs(small);
        assertThat(catalog.find(ACME, small.exactName())).isSameAs(small);
        assertThat(catalog.find(ACME, "smollm2#" + small.digest())).isSameAs(small);
    }

    @Test
    void anUnknownNameIsToldItsNeighbours() {
        assertThatThrownBy(() -> catalog.find(ACME, "smolm2"))
                .isInstanceOfSatisfying(ServingException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND);
                    assertThat(e.param()).contains("model");
                })
                .hasMessage("the model 'smolm2' does not exist; near names: smollm2, smollm2:135m");
    }

    @Test
    void aNameWithoutNeighboursIsToldWhereToLook() {
        assertThatThrownBy(() -> catalog.find(ACME, "gpt-4o"))
                .hasMessage("the model 'gpt-4o' does not exist; GET /v1/models lists what is served here");
    }

    @Test
    void anotherTenantsNameIsNotFound() {
        assertThatThrownBy(() -> catalog.find(ACME, "acme/smollm2")).hasMessageContaining("does not exist");
    }

    @Test
    void anotherVersionIsRefusedWithBothDigests() {
        Digest other = FakeModels.digest('c');
        assertThatThrownBy(() -> catalog.find(ACME, "smollm2#" + other))
                .hasMessageContaining(other.value())
                .hasMessageContaining(small.digest().value());
    }

    @Test
    void twoModelsMayNotClaimOneWord() {
        ServedModel thief = FakeModels.model("other", List.of("smollm2"), 'd');
        assertThatThrownBy(() -> ModelCatalog.of(List.of(small, thief)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'smollm2' is claimed by");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "/x", "a//b", "a:b:c", "x#sha256:12", "../etc", "a/b/c", "-a", "ä"})
    void whatIsNoNameIsRefused(String text) {
        assertThatThrownBy(() -> catalog.find(ACME, text))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void anAdapterIsSaidToBeNotBuilt() {
        assertThatThrownBy(() -> catalog.find(ACME, "smollm2@mine"))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_PARAMETER));
    }

    @Test
    void aVeryLongNameIsNotRepeatedWhole() {
        assertThatThrownBy(() -> catalog.find(ACME, "x".repeat(10_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
    }
}

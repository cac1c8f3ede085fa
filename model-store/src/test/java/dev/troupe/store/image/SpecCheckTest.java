package dev.troupe.store.image;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.AttentionSpec.LayerPattern;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.BlockSpec.Activation;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.spec.RotationSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecCheckTest {
    private static final RotationSpec ROTATION = RotationSpec.unscaled(10_000, 16);
    private static final AttentionSpec ATTENTION = AttentionSpec.plain(4, 2, 16, 10_000);
    private static final BlockSpec BLOCK = BlockSpec.plain(1e-5f);

    @Test
    void whatTheFamiliesSayIsTaken() {
        assertThatCode(() -> SpecCheck.check(spec(ATTENTION, BLOCK))).doesNotThrowAnyException();
        Kind near = new Kind(Optional.of(8), new RotationSpec(1e4, 8, List.of(1.0, 2.0, 4.0, 8.0), 1.2));
        AttentionSpec windowed =
                with(new LayerPattern(List.of(near, new Kind(Optional.empty(), ROTATION)), List.of(0, 1)));
        BlockSpec capped = new BlockSpec(1e-6f, true, Activation.GELU_TANH, 8f, Optional.of(30f));
        assertThatCode(() -> SpecCheck.check(spec(windowed, capped))).doesNotThrowAnyException();
    }

    @Test
    void headsMustFit() {
        refused(AttentionSpec.plain(4, 0, 16, 1e4), "attention.kvHeads: 0 is outside of 1 to");
        refused(AttentionSpec.plain(4, 3, 16, 1e4), "attention.heads: 4 is no multiple of 3 KV heads");
        refused(AttentionSpec.plain(4, 2, 15, 1e4), "attention.headSize: 15 is odd");
        refused(AttentionSpec.plain(4, 2, 258, 1e4), "attention.headSize: 258 is outside of 2 to 256");
    }

    @Test
    void rotationsMustFit() {
        refusedRotation(new RotationSpec(1e4, 18, List.of(), 1), "rotation.width: 18 is outside of 2 to 16");
        refusedRotation(new RotationSpec(1e4, 7, List.of(), 1), "rotation.width: 7 is odd");
        refusedRotation(
                new RotationSpec(1e4, 16, List.of(1.0), 1), "rotation.divisors: has 1 entries; needed is none or");
        refusedRotation(new RotationSpec(1e4, 2, List.of(-1.0), 1), "rotation.divisors: -1.0 is not positive");
        refusedRotation(new RotationSpec(Double.NaN, 16, List.of(), 1), "rotation.base: NaN is not positive");
        refusedRotation(new RotationSpec(1e4, 16, List.of(), 0), "rotation.amplitude: 0.0 is not positive");
    }

    @Test
    void patternsMustFit() {
        Kind kind = new Kind(Optional.empty(), ROTATION);
        refused(with(new LayerPattern(List.of(), List.of(0))), "pattern.kinds: 0 is outside of 1 to 3");
        refused(with(new LayerPattern(List.of(kind), List.of())), "pattern.cycle: 0 is outside of 1 to 3");
        refused(with(new LayerPattern(List.of(kind), List.of(0, 1))), "pattern.cycle: 1 is outside of 0 to 0");
        refused(with(new LayerPattern(List.of(kind), List.of(-1))), "pattern.cycle: -1 is outside of 0 to 0");
        Kind blind = new Kind(Optional.of(0), ROTATION);
        refused(with(LayerPattern.of(blind)), "window: 0 is outside of 1 to");
    }

    @ParameterizedTest
    @ValueSource(floats = {0f, -1f, Float.NaN, Float.POSITIVE_INFINITY})
    void numbersMustBePositiveAndFinite(float bad) {
        AttentionSpec plain = ATTENTION;
        refused(attention(bad, Optional.empty(), plain.pattern()), "attention.scale: " + bad);
        refused(attention(1f, Optional.of(bad), plain.pattern()), "attention.softcap: " + bad);
        refused(new BlockSpec(bad, false, Activation.SILU, 1f, Optional.empty()), "block.normEpsilon: " + bad);
        refused(new BlockSpec(1f, false, Activation.SILU, bad, Optional.empty()), "block.embeddingScale: " + bad);
        refused(new BlockSpec(1f, false, Activation.SILU, 1f, Optional.of(bad)), "block.logitSoftcap: " + bad);
    }

    private static AttentionSpec with(LayerPattern pattern) {
        return attention(1f, Optional.empty(), pattern);
    }

    private static AttentionSpec attention(float scale, Optional<Float> softcap, LayerPattern pattern) {
        return new AttentionSpec(4, 2, 16, scale, softcap, false, false, pattern);
    }

    private static ModelSpec spec(AttentionSpec attention, BlockSpec block) {
        return new ModelSpec("test", 300, 1024, 64, 96, 3, attention, block);
    }

    private static void refusedRotation(RotationSpec rotation, String problem) {
        refused(with(LayerPattern.of(new Kind(Optional.empty(), rotation))), problem);
    }

    private static void refused(AttentionSpec attention, String problem) {
        refused(spec(attention, BLOCK), problem);
    }

    private static void refused(BlockSpec block, String problem) {
        refused(spec(ATTENTION, block), problem);
    }

    private static void refused(ModelSpec spec, String problem) {
        assertThatThrownBy(() -> SpecCheck.check(spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("spec: ")
                .hasMessageContaining(problem);
    }
}

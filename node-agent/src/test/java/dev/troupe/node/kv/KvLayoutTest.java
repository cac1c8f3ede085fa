package dev.troupe.node.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.DeviceMemory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KvLayoutTest {
    @Test
    void theDemoModelGetsElevenBlocksInFourMebibytes() {
        KvLayout layout = new KvLayout(30, 2 * 3 * 64 * 16 * 2);
        assertThat(layout.slabBytes()).isEqualTo(4 << 20);
        assertThat(layout.blocksPerSlab()).isEqualTo(11);
    }

    @Test
    void aPositionBeyondABlockNeedsTheNextOne() {
        assertThat(KvLayout.blocksFor(16)).isEqualTo(1);
        assertThat(KvLayout.blocksFor(17)).isEqualTo(2);
    }

    @Property(tries = 300)
    void aSlabIsWholePagesAndWastesAtMostASixteenth(
            @ForAll @IntRange(min = 1, max = 128) int layers,
            @ForAll @IntRange(min = 1, max = 600_000) int layerBlockBytes) {
        KvLayout layout = new KvLayout(layers, layerBlockBytes);
        long used = layout.blocksPerSlab() * layout.blockBytes();
        assertThat(layout.slabBytes() % DeviceMemory.PAGE_BYTES).isZero();
        assertThat(layout.slabBytes() - used).isBetween(0L, layout.slabBytes() / 16);
    }
}

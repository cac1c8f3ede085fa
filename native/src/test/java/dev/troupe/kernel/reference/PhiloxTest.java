package dev.troupe.kernel.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Known answers as Random123 publishes them.
class PhiloxTest {
    @Test
    void zerosGiveThePublishedWords() {
        assertThat(Philox.words(new int[4], new int[2]))
                .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
    }

    @Test
    void onesGiveThePublishedWords() {
        int[] counter = {-1, -1, -1, -1};
        int[] key = {-1, -1};
        assertThat(Philox.words(counter, key)).containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
    }

    @Test
    void digitsOfPiGiveThePublishedWords() {
        int[] counter = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
        int[] key = {0xa4093822, 0x299f31d0};
        assertThat(Philox.words(counter, key)).containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
    }

    @Test
    void seedsAndPositionsUseAllTheirBits() {
        assertThat(Philox.word(1L << 40, 7)).isNotEqualTo(Philox.word(0, 7));
        assertThat(Philox.word(5, 1L << 40)).isNotEqualTo(Philox.word(5, 0));
    }

    @Test
    void drawsFillTheirRange() {
        double sum = 0;
        for (int position = 0; position < 10_000; position++) {
            sum += (Philox.word(42, position) >>> 1) * 0x1p-63;
        }
        assertThat(sum / 10_000).isBetween(0.48, 0.52);
    }
}

package dev.troupe.store.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FormatLimitsTest {
    @Test
    void theDefaultsHaveRoomForLargeVocabularies() {
        FormatLimits limits = FormatLimits.defaults();
        assertThat(limits.arrayLength()).isGreaterThanOrEqualTo(600_000);
        assertThat(limits.headerBytes()).isGreaterThanOrEqualTo(32 << 20);
    }

    @Test
    void aLimitBelowOneIsRefusedByName() {
        assertThatThrownBy(() -> new FormatLimits(0, 1, 1, 1, 1, 1, 1, 999))
                .hasMessage("headerBytes is 0; the least is 1");
        assertThatThrownBy(() -> new FormatLimits(1, 1, 1, 1, -1, 1, 1, 999))
                .hasMessage("arrayLength is -1; the least is 1");
    }

    @Test
    void everyLimitIsHeldAndNamed() {
        byte[] content = GgufFiles.small();
        refused(content, new FormatLimits(9999, 6, 99, 99, 99, 99, 99, 999), "metadataEntries = 6");
        refused(content, new FormatLimits(9999, 99, 7, 99, 99, 99, 99, 999), "keyBytes = 7");
        refused(content, new FormatLimits(9999, 99, 99, 4, 99, 99, 99, 999), "stringBytes = 4");
        refused(content, new FormatLimits(9999, 99, 99, 99, 2, 99, 99, 999), "arrayLength = 2");
        refused(content, new FormatLimits(9999, 99, 99, 99, 99, 2, 99, 999), "tensors = 2");
        refused(content, new FormatLimits(9999, 99, 99, 99, 99, 99, 5, 999), "tensorNameBytes = 5");
        refused(content, new FormatLimits(300, 99, 99, 99, 99, 99, 99, 999), "headerBytes = 300");
    }

    private static void refused(byte[] content, FormatLimits limits, String limit) {
        assertThatThrownBy(() -> GgufFiles.read(content, limits)).hasMessageContaining("limit " + limit);
    }
}

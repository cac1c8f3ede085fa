package dev.troupe.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.troupe.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"1,1", "512b,512", "1k,1024", "2M,2097152", "6g,6442450944", "1.5GiB,1610612736", "1 tb,1099511627776"})
    void unitsArePowersOf1024(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g", "-1g", "1x", "1e3", "999999999999g", "0", "1..5g"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatExceptionOfType(CliException.class).isThrownBy(() -> ByteSize.parse(text));
    }

    @Test
    void theLargestSizeFits() {
        assertThat(ByteSize.parse("8000000t")).isPositive();
    }
}

package dev.troupe.store.format;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.SourceTensor;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Each fault is named with its place and, where there is one, the limit.
class GgufRefusalTest {
    @Test
    void anotherMagicIsNamed() {
        refused(header(head -> head.int32(0x46554746).int32(3)), "magic at offset 4: is 0x46554746");
    }

    @Test
    void otherVersionsAreNamed() {
        refused(header(head -> magic(head).int32(1)), "version at offset 8: is 1; supported are 2 and 3");
        refused(header(head -> magic(head).int32(4)), "is 4; supported are 2 and 3");
        refused(header(head -> magic(head).int32(3 << 24)), "the file is big-endian (version 3)");
    }

    @Test
    void countsAboveTheirLimitsAreNamed() {
        refused(header(head -> front(head, 1L << 40, 0)), "tensor count at offset 8: 1099511627776 is above the limit");
        refused(header(head -> front(head, -1, 0)), "18446744073709551615 is above the limit tensors = 65536");
        refused(header(head -> front(head, 0, 5000)), "metadata count at offset 16", "metadataEntries = 4096");
    }

    @Test
    void lengthsBeyondTheFileAreNamed() {
        refused(header(head -> front(head, 0, 1).int64(1000)), "metadata key 0", "needs 1000 bytes");
        refused(
                header(head -> front(head, 0, 1).text("k").int32(9).int32(8).int64(1000)),
                "key 'k'",
                "needs 8000 bytes, but the file ends at");
        refused(
                header(head -> front(head, 0, 1).text("k").int32(9).int32(8).int64(1L << 30)),
                "key 'k' (array length)",
                "is above the limit arrayLength = 1048576");
    }

    @Test
    void wrongValuesAreNamedByKey() {
        refused(header(head -> front(head, 0, 1).text("k").int32(13)), "key 'k'", "unknown value type 13");
        refused(header(head -> front(head, 0, 1).text("k").int32(9).int32(9)), "key 'k'", "array of arrays");
        refused(header(head -> front(head, 0, 1).text("k").int32(7).int8(2)), "key 'k'", "has the boolean 2");
        refused(
                header(head -> front(head, 0, 2)
                        .text("k")
                        .int32(7)
                        .int8(1)
                        .text("k")
                        .int32(7)
                        .int8(1)),
                "key 'k'",
                "appears twice");
        refused(header(head -> front(head, 0, 1).int64(2).int8(0xC3).int8(0x28)), "metadata key 0", "is not UTF-8");
    }

    @Test
    void aHeaderAboveItsLimitIsRefused() {
        FormatLimits tight = new FormatLimits(64, 10, 10, 10, 10, 10, 10, 999);
        assertThatThrownBy(() -> GgufFiles.read(GgufFiles.small(), tight))
                .isInstanceOf(ServingException.class)
                .hasMessageContaining("metadata key 0")
                .hasMessageContaining("limit keyBytes = 10");
        FormatLimits small = new FormatLimits(64, 10, 100, 10, 10, 10, 10, 999);
        assertThatThrownBy(() -> GgufFiles.read(GgufFiles.small(), small))
                .hasMessageContaining("limit headerBytes = 64");
    }

    @Test
    void tensorTypesAreRefusedByName() {
        refused(
                tensor(23, 0, 256, 1),
                "tensor 't'",
                "has type IQ4_XS, which is not supported; use the model in Q4_K_M instead; supported are [F32, F16");
        refused(tensor(39, 0, 256, 1), "has type MXFP4", "use the model in Q4_K_M instead");
        refused(tensor(77, 0, 256, 1), "has the unknown type 77");
    }

    @Test
    void impossibleDimensionsAreNamed() {
        refused(tensor(0, 0), "tensor 't'", "has 0 dimensions; allowed is 1 to 4");
        refused(tensor(0, 0, 1, 1, 1, 1, 1), "has 5 dimensions");
        refused(tensor(0, 0, 4, 0), "tensor 't' dimension 1", "is 0; allowed is 1 to 2147483647");
        refused(tensor(0, 0, 4, -1), "is 18446744073709551615");
        refused(tensor(8, 0, 33), "has rows of 33, but Q8_0 needs a multiple of 32");
        int most = Integer.MAX_VALUE;
        refused(tensor(0, 0, most, most, most, most), "more bytes than can be counted");
    }

    @Test
    void placesOutsideOfTheFileAreNamed() {
        refused(tensor(0, 32, 4), "tensor 't'", "has 16 bytes from 32 of the data, but the file has 16 bytes of data");
        refused(tensor(0, 0, 5), "has 20 bytes from 0");
        refused(tensor(0, 4, 1), "starts at 4 of the data, not at a multiple of the alignment 32");
        refused(tensor(0, -32, 1), "starts at 18446744073709551584");
    }

    @Test
    void overlapsAndDoubleNamesAreNamed() {
        byte[] overlap = header(head -> {
            entry(front(head, 2, 0), "a", 0, 0, 9);
            entry(head, "b", 0, 32, 1);
        });
        refused(Arrays.copyOf(overlap, overlap.length + 200), "tensor 'b'", "inside tensor 'a', which ends at");
        byte[] twice = header(head -> {
            entry(front(head, 2, 0), "a", 0, 0, 1);
            entry(head, "a", 0, 32, 1);
        });
        refused(Arrays.copyOf(twice, twice.length + 200), "tensor 'a'", "appears twice in the directory");
    }

    @Test
    void anAlignmentThatIsNoPowerOfTwoIsRefused() {
        byte[] content = GgufFiles.write(
                writer -> writer.put(GgufReader.ALIGNMENT_KEY, 24).vector("t", WeightFormat.F32, 1), 4);
        refused(content, "key 'general.alignment'", "is 24; a power of two is needed");
        refused(GgufFiles.write(writer -> writer.put(GgufReader.ALIGNMENT_KEY, 1)), "is 1; allowed is 8 to 65536");
    }

    @Test
    void everyTruncationIsOneErrorWithAPlace() {
        byte[] whole = GgufFiles.small();
        SourceTensor last = GgufFiles.read(whole).tensor("groups").orElseThrow();
        for (int length = 0; length < last.end(); length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> GgufFiles.read(cut))
                    .isInstanceOf(ServingException.class)
                    .hasMessageMatching("small.gguf: (.+ at offset \\d+|tensor '.+'): .+");
        }
    }

    private static HeaderBuffer magic(HeaderBuffer head) {
        return head.int32(GgufReader.MAGIC);
    }

    private static HeaderBuffer front(HeaderBuffer head, long tensors, long entries) {
        return magic(head).int32(3).int64(tensors).int64(entries);
    }

    private static void entry(HeaderBuffer head, String name, int type, long offset, long... dimensions) {
        head.text(name).int32(dimensions.length);
        Arrays.stream(dimensions).forEach(head::int64);
        head.int32(type).int64(offset);
    }

    /// A file of one tensor and 16 bytes of data.
    private static byte[] tensor(int type, long offset, long... dimensions) {
        byte[] head = header(buffer -> entry(front(buffer, 1, 0), "t", type, offset, dimensions));
        return Arrays.copyOf(head, Math.ceilDiv(head.length, 32) * 32 + 16);
    }

    private static byte[] header(Consumer<HeaderBuffer> fill) {
        HeaderBuffer buffer = new HeaderBuffer();
        fill.accept(buffer);
        return buffer.toByteArray();
    }

    private static void refused(byte[] content, String... parts) {
        assertThatThrownBy(() -> GgufFiles.read(content))
                .isInstanceOf(ServingException.class)
                .hasMessageStartingWith("small.gguf: ")
                .hasMessageContainingAll(parts);
    }
}

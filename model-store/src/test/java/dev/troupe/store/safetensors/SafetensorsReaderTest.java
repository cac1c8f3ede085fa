package dev.troupe.store.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.source.FileBytes;
import dev.troupe.store.source.MemoryBytes;
import dev.troupe.store.source.SourceTensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsReaderTest {
    private static final Path PATH = Path.of("small.safetensors");

    @Test
    void tensorsHaveTheirFormatsShapesAndPlaces() {
        byte[] file = new SafetensorsFile()
                .tensor("a", "F32", "2,3", new byte[24])
                .tensor("b", "BF16", "5", new byte[10])
                .bytes();
        List<SourceTensor> tensors = read(file);
        assertThat(tensors).extracting(SourceTensor::name).containsExactly("a", "b");
        assertThat(tensors.getFirst().dimensions()).containsExactly(3L, 2L);
        assertThat(tensors.getLast().format()).isEqualTo(WeightFormat.BF16);
        assertThat(tensors.getLast().end()).isEqualTo(file.length);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 64, 57, 0, 1, 3, Long.MAX_VALUE, 1L << 32})
    void ms01TheFirstEightBytesMayLie(long length) {
        refused(SafetensorsFile.length(length, new byte[56]), "");
    }

    @Test
    void ms01ShortFilesAndLongHeadersAreNamed() {
        refused(new byte[7], "header length at offset 0: needs 8 bytes, but the file ends at 7");
        refused(SafetensorsFile.length(-1, new byte[8]), "is 18446744073709551615, but 8 bytes are left");
        refused(SafetensorsFile.length(0, new byte[8]), "is 0; allowed is 2 to the limit jsonBytes");
        refused(SafetensorsFile.length(2, new byte[8]), "does not start with {");
        refused(SafetensorsFile.length(17 << 20, new byte[17 << 20]), "the limit jsonBytes = 16777216");
    }

    @Test
    void ms02ContradictionsAreNamed() {
        String a = "\"a\":{\"dtype\":\"F32\",\"shape\":[25],\"data_offsets\":[0,100]}";
        refusedHeader("{" + a + "," + a + "}", 100, "Duplicate field 'a'");
        refusedHeader("{" + a + "," + entry("b", "F32", "25", 50, 150) + "}", 150, "overlaps tensor 'a'");
        refusedHeader("{" + a + "," + entry("b", "F32", "1", 104, 108) + "}", 108, "leaves a gap behind tensor 'a'");
        refusedHeader("{" + entry("a", "F32", "1", 4, 8) + "}", 8, "leaves a gap behind the header");
        refusedHeader("{" + entry("a", "F32", "1", 8, 4) + "}", 8, "has the data_offsets 8 to 4");
        refusedHeader("{" + entry("a", "F32", "25", 50, 150) + "}", 100, "but the file has 100 bytes of data");
        refusedHeader("{" + entry("a", "F32", "26", 0, 100) + "}", 100, "has 100 bytes; its dtype and shape need 104");
        refusedHeader("{" + entry("a", "F99", "25", 1L << 60, 100) + "}", 100, "has the dtype 'F99'; supported are");
        refusedHeader("{" + a + "}", 101, "1 bytes follow the last tensor");
        refusedHeader("[" + a + "]", 100, "does not start with {");
        refusedHeader("{" + a + "} {}", 100, "has something behind its end");
    }

    @Test
    void otherDtypesAndShapesAreNamed() {
        for (String dtype : List.of("F64", "I64", "I8", "F8_E4M3", "BOOL", "U8")) {
            refusedHeader("{" + entry("a", dtype, "1", 0, 4) + "}", 4, "has the dtype '" + dtype + "'");
        }
        refusedHeader("{" + entry("a", "F32", "", 0, 4) + "}", 4, "has no shape of 1 to 4 dimensions");
        refusedHeader("{" + entry("a", "F32", "0", 0, 0) + "}", 0, "has the dimension '0'");
        refusedHeader("{" + entry("a", "F32", "-1", 0, 4) + "}", 4, "has the dimension '-1'");
        refusedHeader("{" + entry("a", "F32", "1.5", 0, 4) + "}", 4, "has the dimension '1.5'");
        refusedHeader(
                "{" + entry("a", "F32", "2147483647,2147483647,2147483647", 0, 4) + "}",
                4,
                "more bytes than can be counted");
        refusedHeader("{\"a\":[]}", 0, "is not an object");
        refusedHeader("{\"__metadata__\":{\"a\":1}}", 0, "__metadata__: is not an object of strings");
        refusedHeader("{\"a\":{\"dtype\":\"F32\",\"more\":1}}", 0, "has the unknown key 'more'");
    }

    @Test
    void namesThatHideAreRefused() {
        refusedHeader("{" + entry("a\\u0000", "F32", "1", 0, 4) + "}", 4, "not visible ASCII");
        refusedHeader("{" + entry("\\u0430", "F32", "1", 0, 4) + "}", 4, "not visible ASCII");
        refusedHeader("{" + entry("", "F32", "1", 0, 4) + "}", 4, "has a name of 0 bytes");
        refusedHeader("{" + entry("x".repeat(300), "F32", "1", 0, 4) + "}", 4, "tensorNameBytes = 256");
    }

    @Test
    void deepAndLongHeadersAreBounded() {
        refusedHeader("{\"a\":" + "[".repeat(100_000), 0, "nesting depth");
        refusedHeader("{\"a\":[" + "0,".repeat(1_100_000) + "0]}", 0, "more values than the limit of 1048576");
    }

    @Test
    void offsetsPastTwoGigabytesAreNotCut() throws IOException {
        String header = "{" + entry("a", "F16", "2147483647,2", 0, 8589934588L) + ","
                + entry("b", "F32", "1", 8589934588L, 8589934592L) + "}";
        byte[] front = SafetensorsFile.of(header, new byte[0]);
        FileBytes sparse = new FileBytes() {
            @Override
            public long size() {
                return front.length + 8589934592L;
            }

            @Override
            public void read(ByteBuffer target, long position) {
                target.put(front, (int) position, target.remaining());
            }

            @Override
            public void close() {}
        };
        SourceTensor last = new SafetensorsReader(FormatLimits.defaults())
                .read(PATH, sparse)
                .getLast();
        assertThat(last.offset()).isEqualTo(front.length + 8589934588L);
    }

    @Test
    void damagedHeadersAreReadOrRefusedWithAPlace() {
        long seed = Long.getLong("troupe.seed", System.nanoTime());
        System.out.println("SafetensorsReaderTest: repeat with -Dtroupe.seed=" + seed);
        Random random = new Random(seed);
        byte[] whole = new SafetensorsFile()
                .tensor("model.embed_tokens.weight", "F32", "2,3", new byte[24])
                .tensor("model.norm.weight", "F16", "3", new byte[6])
                .bytes();
        for (int round = 0; round < 5000; round++) {
            byte[] content = whole.clone();
            for (int faults = 1 + random.nextInt(3); faults > 0; faults--) {
                content[random.nextInt(content.length)] = (byte) random.nextInt();
            }
            byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(content, random.nextInt(content.length)) : content;
            try {
                read(cut);
            } catch (ServingException e) {
                assertThat(e.code()).as("seed %d", seed).isEqualTo(ErrorCode.INVALID_MODEL_FILE);
                assertThat(e.getMessage()).matches("(?s)small.safetensors: .+: .+");
            }
        }
    }

    private static String entry(String name, String dtype, String shape, long start, long end) {
        return "\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
                .formatted(name, dtype, shape, start, end);
    }

    private static void refusedHeader(String header, int dataBytes, String message) {
        assertThat(header.getBytes(StandardCharsets.UTF_8)).isNotEmpty();
        refused(SafetensorsFile.of(header, new byte[dataBytes]), message);
    }

    private static void refused(byte[] content, String message) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessageStartingWith("small.safetensors: ")
                .hasMessageContaining(message);
    }

    private static List<SourceTensor> read(byte[] content) {
        try {
            return new SafetensorsReader(FormatLimits.defaults()).read(PATH, new MemoryBytes(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

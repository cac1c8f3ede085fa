package dev.troupe.store.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import dev.troupe.store.spec.ModelFamilies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damages headers at random. Every outcome is success or one error that names a place, and memory
/// stays in proportion to the file.
class GgufFuzzSim {
    private static final String PLACE = "(?s)small.gguf: (.+ at offset \\d+.*|key '.*'|tensor '.*'): .+";
    private static final int FIXED_BYTES = 4 << 20;
    private static final int BYTES_PER_BYTE = 8;

    @TempDir
    Path folder;

    private final long seed = Long.getLong("troupe.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @BeforeEach
    void printSeed() {
        System.out.println("GgufFuzzSim: repeat with -Dtroupe.seed=" + seed);
    }

    @Test
    void aDamagedGeneratedModelIsReadOrRefusedWithAPlace() throws IOException {
        Path file = folder.resolve("model.gguf");
        GeneratedModel.small(WeightFormats.layers(WeightFormat.Q4_0), 5).writeTo(file);
        byte[] whole = Files.readAllBytes(file);
        int dataStart = (int)
                GgufFiles.read(whole).tensor("token_embd.weight").orElseThrow().offset();
        for (int round = 0; round < 3000; round++) {
            check(damage(whole, dataStart));
        }
    }

    @Test
    void damagedRealHeadersAreReadOrRefusedWithAPlace() throws IOException {
        String data = System.getenv("TROUPE_TEST_DATA");
        Assumptions.assumeTrue(data != null, "TROUPE_TEST_DATA is not set");
        byte[] stories = Files.readAllBytes(Path.of(data, "models/stories260K/stories260K-f16.gguf"));
        for (int round = 0; round < 500; round++) {
            check(damage(stories, 15_000));
        }
        for (Path file : vocabularies(Path.of(data, "tokenizers/ggml-vocab"))) {
            byte[] whole = unpack(Files.readAllBytes(file));
            GgufFiles.read(whole);
            for (int round = 0; round < 20; round++) {
                check(damage(whole, round < 10 ? 2000 : whole.length));
            }
        }
    }

    private static List<Path> vocabularies(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(each -> each.toString().endsWith(".gguf.gz"))
                    .sorted()
                    .toList();
            assertThat(files).isNotEmpty();
            return files;
        }
    }

    private void check(byte[] content) {
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            ModelFamilies.describe(GgufFiles.read(content));
        } catch (ServingException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE);
            assertThat(e.getMessage()).as("seed %d", seed).matches(PLACE);
        } catch (RuntimeException e) {
            fail("seed " + seed, e);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(FIXED_BYTES + (long) BYTES_PER_BYTE * content.length);
    }

    /// One to three faults within the first `span` bytes.
    private byte[] damage(byte[] whole, int span) {
        byte[] content = whole.clone();
        for (int faults = 1 + random.nextInt(3); faults > 0; faults--) {
            int at = random.nextInt(Math.min(span, content.length) - Long.BYTES);
            switch (random.nextInt(5)) {
                case 0 -> content[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> content[at] = (byte) random.nextInt();
                case 2 -> putLong(content, at, extreme());
                case 3 -> System.arraycopy(content, at, content, random.nextInt(at + 1), Long.BYTES);
                default -> content = java.util.Arrays.copyOf(content, Math.max(at, 100));
            }
        }
        return content;
    }

    private long extreme() {
        long power = 1L << random.nextInt(Long.SIZE);
        return switch (random.nextInt(4)) {
            case 0 -> power;
            case 1 -> -power;
            case 2 -> power - 1;
            default -> random.nextInt(64);
        };
    }

    private static void putLong(byte[] content, int at, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            content[at + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    private static byte[] unpack(byte[] packed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }
}

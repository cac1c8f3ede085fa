package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.MemoryBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Files in memory for tests.
public final class GgufFiles {
    static final Path PATH = Path.of("small.gguf");

    private GgufFiles() {}

    /// A file with one value of each kind and three tensors with ascending bytes.
    static byte[] small() {
        return write(
                writer -> writer.put("general.architecture", "llama")
                        .put("count", 7)
                        .put("ratio", 0.5f)
                        .put("yes", true)
                        .put("tokens", List.of("a", "", "ĠÄ€"))
                        .put("types", new int[] {1, -3})
                        .put("scores", new float[] {0.25f, -1f})
                        .vector("norm", WeightFormat.F32, 5)
                        .matrix("half", WeightFormat.F16, 3, 4)
                        .matrix("groups", WeightFormat.Q4_1, 2, 64),
                5 * 4,
                3 * 4 * 2,
                2 * 2 * 20);
    }

    public static byte[] write(Consumer<GgufWriter> declare, int... tensorBytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GgufWriter writer = new GgufWriter(Channels.newChannel(out))) {
            declare.accept(writer);
            writer.startData();
            for (int bytes : tensorBytes) {
                writer.write(ByteBuffer.wrap(ascending(bytes)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] ascending(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    /// Reads `content` as if it were a file.
    public static GgufFile read(byte[] content) {
        return read(content, FormatLimits.defaults());
    }

    static GgufFile read(byte[] content, FormatLimits limits) {
        try {
            return new GgufReader(limits).read(PATH, new MemoryBytes(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

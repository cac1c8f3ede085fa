package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Writes a GGUF file, version 3, front to back: metadata and tensors are declared first, then the
/// tensors' bytes are streamed in the order of declaration. Only the header is held in memory. One
/// thread.
public final class GgufWriter implements AutoCloseable {
    private static final int ALIGNMENT = GgufReader.DEFAULT_ALIGNMENT;

    private final WritableByteChannel channel;
    private final HeaderBuffer metadata = new HeaderBuffer();
    private final HeaderBuffer directory = new HeaderBuffer();
    private final List<Long> tensorEnds = new ArrayList<>();
    private long metadataCount;
    private long declaredBytes;
    private long writtenBytes;
    private int tensorsDone;

    /// Writes to `channel` and closes it at the end.
    public GgufWriter(WritableByteChannel channel) {
        this.channel = channel;
    }

    /// Starts a file; an existing one is replaced.
    public static GgufWriter create(Path path) throws IOException {
        return new GgufWriter(FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
    }

    public GgufWriter put(String key, String value) {
        entry(key, ValueType.STRING).text(value);
        return this;
    }

    public GgufWriter put(String key, int value) {
        entry(key, ValueType.UINT32).int32(value);
        return this;
    }

    public GgufWriter put(String key, float value) {
        entry(key, ValueType.FLOAT32).float32(value);
        return this;
    }

    public GgufWriter put(String key, boolean value) {
        entry(key, ValueType.BOOL).int8(value ? 1 : 0);
        return this;
    }

    public GgufWriter put(String key, List<String> values) {
        array(key, ValueType.STRING, values.size());
        values.forEach(metadata::text);
        return this;
    }

    public GgufWriter put(String key, int[] values) {
        array(key, ValueType.INT32, values.length);
        for (int value : values) {
            metadata.int32(value);
        }
        return this;
    }

    public GgufWriter put(String key, float[] values) {
        array(key, ValueType.FLOAT32, values.length);
        for (float value : values) {
            metadata.float32(value);
        }
        return this;
    }

    /// Declares a tensor of one dimension.
    public GgufWriter vector(String name, WeightFormat format, int width) {
        directory.text(name).int32(1).int64(width);
        return declare(format, format.rowBytes(width));
    }

    /// Declares a tensor of two dimensions.
    ///
    /// @param width of a row, a multiple of the format's group
    public GgufWriter matrix(String name, WeightFormat format, int rows, int width) {
        directory.text(name).int32(2).int64(width).int64(rows);
        return declare(format, Math.multiplyExact(rows, format.rowBytes(width)));
    }

    /// Ends the declarations and writes the header.
    public GgufWriter startData() throws IOException {
        byte[] front = new HeaderBuffer()
                .int32(GgufReader.MAGIC)
                .int32(GgufReader.NEWEST_VERSION)
                .int64(tensorEnds.size())
                .int64(metadataCount)
                .append(metadata)
                .append(directory)
                .toByteArray();
        writeFully(ByteBuffer.wrap(front));
        pad(front.length);
        return this;
    }

    /// Appends bytes of the next declared tensor that is not complete; they may not reach into the
    /// one after it.
    public void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (tensorsDone == tensorEnds.size() || length > tensorEnds.get(tensorsDone) - writtenBytes) {
            throw new IllegalStateException(length + " bytes do not fit into tensor " + tensorsDone);
        }
        writeFully(bytes);
        writtenBytes += length;
        if (writtenBytes == tensorEnds.get(tensorsDone)) {
            tensorsDone++;
            writtenBytes += pad(writtenBytes);
        }
    }

    /// @throws IllegalStateException when not all declared bytes were written
    @Override
    public void close() throws IOException {
        channel.close();
        if (tensorsDone != tensorEnds.size()) {
            throw new IllegalStateException(
                    "closed after " + tensorsDone + " of " + tensorEnds.size() + " declared tensors");
        }
    }

    private GgufWriter declare(WeightFormat format, long bytes) {
        directory.int32(TensorTypes.code(format)).int64(declaredBytes);
        tensorEnds.add(declaredBytes + bytes);
        declaredBytes = Math.ceilDiv(declaredBytes + bytes, ALIGNMENT) * (long) ALIGNMENT;
        return this;
    }

    private HeaderBuffer entry(String key, ValueType type) {
        metadataCount++;
        return metadata.text(key).int32(type.ordinal());
    }

    private void array(String key, ValueType type, int length) {
        entry(key, ValueType.ARRAY).int32(type.ordinal()).int64(length);
    }

    private int pad(long length) throws IOException {
        int padding = (int) (-length & (ALIGNMENT - 1));
        writeFully(ByteBuffer.allocate(padding));
        return padding;
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}

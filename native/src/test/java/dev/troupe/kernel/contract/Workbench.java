package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.fail;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A device with one piece of its memory, dealt out in regions. All that a test does not write is
/// 0xFF (NaN as a number), also behind each region, and must still be so at the end.
final class Workbench implements AutoCloseable {
    static final int UNTOUCHED = -1;

    private static final int ALIGNMENT = 64;
    private static final int GUARD_BYTES = 64;

    private final Device device;
    private final long start;
    private final long bytes;
    private final List<Region> regions = new ArrayList<>();
    private long used;

    private record Region(long address, long bytes) {
        long end() {
            return Math.ceilDiv(address + bytes, ALIGNMENT) * ALIGNMENT + GUARD_BYTES;
        }
    }

    Workbench(Device device, long bytes) {
        this.device = device;
        this.bytes = DeviceMemory.roundUp(bytes);
        this.start = device.memory().allocate(this.bytes);
    }

    Kernels kernels() {
        return device.kernels();
    }

    Device device() {
        return device;
    }

    /// Forgets all regions.
    void reset() {
        regions.clear();
        used = 0;
    }

    /// Untouched room at a multiple of 64.
    long room(long count) {
        Region region = new Region(start + used, count);
        if (region.end() > start + bytes) {
            fail("the workbench is too small for %d bytes", count);
        }
        byte[] fill = new byte[(int) (region.end() - region.address())];
        Arrays.fill(fill, (byte) UNTOUCHED);
        device.memory().write(region.address(), ByteBuffer.wrap(fill));
        used = region.end() - start;
        regions.add(region);
        return region.address();
    }

    long put(byte[] values) {
        long address = room(values.length);
        write(address, values);
        return address;
    }

    long put(float... values) {
        ByteBuffer buffer = buffer(values.length * Float.BYTES);
        buffer.asFloatBuffer().put(values);
        return put(buffer.array());
    }

    long put(int... values) {
        ByteBuffer buffer = buffer(values.length * Integer.BYTES);
        buffer.asIntBuffer().put(values);
        return put(buffer.array());
    }

    long put(long... values) {
        ByteBuffer buffer = buffer(values.length * Long.BYTES);
        buffer.asLongBuffer().put(values);
        return put(buffer.array());
    }

    /// Rows with untouched numbers between them.
    Ops.Rows putRows(float[][] values, int stride) {
        int width = values[0].length;
        Ops.Rows rows = roomForRows(values.length, Math.max(stride, width));
        for (int row = 0; row < values.length; row++) {
            ByteBuffer buffer = buffer(width * Float.BYTES);
            buffer.asFloatBuffer().put(values[row]);
            write(rows.address() + (long) row * rows.stride() * Float.BYTES, buffer.array());
        }
        return rows;
    }

    Ops.Rows roomForRows(int rows, int stride) {
        return new Ops.Rows(room((long) rows * stride * Float.BYTES), stride);
    }

    /// Reads rows back; what lies between them must be untouched.
    float[][] readRows(Ops.Rows rows, int count, int width) {
        float[][] values = new float[count][];
        for (int row = 0; row < count; row++) {
            float[] all = floats(rows.address() + (long) row * rows.stride() * Float.BYTES, rows.stride());
            values[row] = Arrays.copyOf(all, width);
            for (int i = width; i < rows.stride(); i++) {
                if (Float.floatToRawIntBits(all[i]) != UNTOUCHED) {
                    fail("row %d: number %d behind a width of %d was written", row, i, width);
                }
            }
        }
        return values;
    }

    void write(long address, byte[] values) {
        device.memory().write(address, ByteBuffer.wrap(values));
    }

    byte[] bytes(long address, int count) {
        return read(address, count).array();
    }

    float[] floats(long address, int count) {
        float[] values = new float[count];
        read(address, count * Float.BYTES).asFloatBuffer().get(values);
        return values;
    }

    int[] ints(long address, int count) {
        int[] values = new int[count];
        read(address, count * Integer.BYTES).asIntBuffer().get(values);
        return values;
    }

    ByteBuffer read(long address, int count) {
        ByteBuffer buffer = buffer(count);
        device.memory().read(address, buffer);
        return buffer.flip().order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Nothing was written behind any region.
    void checkGuards() {
        for (Region region : regions) {
            long end = region.address() + region.bytes();
            byte[] behind = bytes(end, (int) (region.end() - end));
            if (!isUntouched(behind)) {
                fail("something was written behind a region of %d bytes", region.bytes());
            }
        }
    }

    private static boolean isUntouched(byte[] values) {
        int all = UNTOUCHED;
        for (byte value : values) {
            all &= value;
        }
        return all == UNTOUCHED;
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {
        device.memory().release(start, bytes);
        device.close();
    }
}

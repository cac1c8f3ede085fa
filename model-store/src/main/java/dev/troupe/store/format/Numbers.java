package dev.troupe.store.format;

import java.nio.ByteBuffer;

/// Decodes the numbers of metadata, little-endian.
final class Numbers {
    private Numbers() {}

    /// A `UINT64` above the largest `long` comes out as the largest `long`: no range that is asked
    /// for reaches it.
    static long integer(ValueType type, ByteBuffer source) {
        return switch (type) {
            case UINT8, BOOL -> Byte.toUnsignedLong(source.get());
            case INT8 -> source.get();
            case UINT16 -> Short.toUnsignedLong(source.getShort());
            case INT16 -> source.getShort();
            case UINT32 -> Integer.toUnsignedLong(source.getInt());
            case INT32 -> source.getInt();
            case INT64 -> source.getLong();
            case UINT64 -> saturate(source.getLong());
            case FLOAT32, FLOAT64, STRING, ARRAY -> throw new IllegalArgumentException(type + " is no integer");
        };
    }

    static double number(ValueType type, ByteBuffer source) {
        return switch (type) {
            case FLOAT32 -> source.getFloat();
            case FLOAT64 -> source.getDouble();
            case UINT8, INT8, UINT16, INT16, UINT32, INT32, UINT64, INT64, BOOL, STRING, ARRAY -> integer(type, source);
        };
    }

    private static long saturate(long unsigned) {
        return unsigned < 0 ? Long.MAX_VALUE : unsigned;
    }
}

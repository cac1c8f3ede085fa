package dev.troupe.store.format;

import java.util.Optional;

/// The types of metadata values; the ordinal is the number in the file.
enum ValueType {
    UINT8(1),
    INT8(1),
    UINT16(2),
    INT16(2),
    UINT32(4),
    INT32(4),
    FLOAT32(4),
    BOOL(1),
    STRING(0),
    ARRAY(0),
    UINT64(8),
    INT64(8),
    FLOAT64(8);

    private static final ValueType[] BY_CODE = values();

    private final int bytes;

    ValueType(int bytes) {
        this.bytes = bytes;
    }

    /// Bytes of one value; 0 where they vary.
    int bytes() {
        return bytes;
    }

    boolean isInteger() {
        return switch (this) {
            case UINT8, INT8, UINT16, INT16, UINT32, INT32, UINT64, INT64 -> true;
            case FLOAT32, FLOAT64, BOOL, STRING, ARRAY -> false;
        };
    }

    boolean isNumber() {
        return isInteger() || this == FLOAT32 || this == FLOAT64;
    }

    static Optional<ValueType> of(int code) {
        return code >= 0 && code < BY_CODE.length ? Optional.of(BY_CODE[code]) : Optional.empty();
    }
}

package dev.troupe.store.format;

import dev.troupe.store.format.MetadataValue.NumberArray;
import dev.troupe.store.format.MetadataValue.Scalar;
import dev.troupe.store.format.MetadataValue.Text;
import dev.troupe.store.source.FileFaults;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads the keys and values at the front of a file.
final class MetadataReader {
    private final HeaderReader header;
    private final FormatLimits limits;

    MetadataReader(HeaderReader header, FormatLimits limits) {
        this.header = header;
        this.limits = limits;
    }

    Map<String, MetadataValue> read(int entries) throws IOException {
        Map<String, MetadataValue> values = new LinkedHashMap<>();
        for (int entry = 0; entry < entries; entry++) {
            String key = header.readString("metadata key " + entry, "keyBytes", limits.keyBytes());
            String place = "key " + FileFaults.quote(key);
            if (values.put(key, readValue(place)) != null) {
                throw header.fault(place, "appears twice");
            }
        }
        return values;
    }

    private MetadataValue readValue(String place) throws IOException {
        ValueType type = readType(place);
        return switch (type) {
            case STRING -> new Text(header.readString(place, "stringBytes", limits.stringBytes()));
            case ARRAY -> readArray(place);
            default -> readScalar(type, place);
        };
    }

    private Scalar readScalar(ValueType type, String place) throws IOException {
        Scalar scalar = new Scalar(type, header.readBytes(type.bytes(), place));
        if (type == ValueType.BOOL && scalar.integer() > 1) {
            throw header.fault(place, "has the boolean " + scalar.integer() + "; allowed are 0 and 1");
        }
        return scalar;
    }

    private ValueType readType(String place) throws IOException {
        int code = header.readInt(place + " (type)");
        return ValueType.of(code)
                .orElseThrow(() -> header.fault(place, "has the unknown value type " + Integer.toUnsignedString(code)));
    }

    private MetadataValue readArray(String place) throws IOException {
        ValueType type = readType(place);
        if (type == ValueType.ARRAY) {
            throw header.fault(place, "is an array of arrays, which is not allowed");
        }
        int length = header.readCount(place + " (array length)", "arrayLength", limits.arrayLength());
        if (type == ValueType.STRING) {
            return new TextArrayReader(header, limits.stringBytes()).read(length, place);
        }
        long bytes = (long) length * type.bytes();
        header.need(bytes, place);
        return new NumberArray(type, length, header.readBytes((int) bytes, place));
    }
}

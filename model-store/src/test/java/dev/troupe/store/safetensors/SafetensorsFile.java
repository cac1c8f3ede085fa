package dev.troupe.store.safetensors;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Safetensors files for tests, right ones and, by parts, wrong ones.
public final class SafetensorsFile {
    private final Map<String, String> entries = new LinkedHashMap<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    /// Adds a tensor behind the others.
    ///
    /// @param shape outermost first, for example `2, 3`
    public SafetensorsFile tensor(String name, String dtype, String shape, byte[] bytes) {
        int start = data.size();
        data.writeBytes(bytes);
        entries.put(
                name,
                "{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
                        .formatted(dtype, shape, start, data.size()));
        return this;
    }

    public byte[] bytes() {
        String header = entries.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{\"__metadata__\":{\"format\":\"pt\"},", "}"));
        return of(header, data.toByteArray());
    }

    static byte[] of(String header, byte[] data) {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        return length(json.length, concat(json, data));
    }

    /// @param length what the first eight bytes say
    static byte[] length(long length, byte[] rest) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + rest.length).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putLong(length).put(rest).array();
    }

    private static byte[] concat(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }
}

package dev.troupe.store.safetensors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads one entry of a safetensors header.
///
/// @param dataStart where the tensors' bytes start in the file
/// @param dataBytes from there to the file's end
record EntryReader(Path path, FormatLimits limits, long dataStart, long dataBytes) {
    private static final Set<String> KEYS = Set.of("dtype", "shape", "data_offsets");
    private static final int MAX_DIMENSIONS = 4;
    private static final Map<String, WeightFormat> FORMATS =
            Map.of("F32", WeightFormat.F32, "F16", WeightFormat.F16, "BF16", WeightFormat.BF16);

    SourceTensor read(String name, JsonNode entry) {
        checkName(name);
        if (!entry.isObject()) {
            throw fault(name, "is not an object");
        }
        for (Map.Entry<String, JsonNode> field : entry.properties()) {
            if (!KEYS.contains(field.getKey())) {
                throw fault(name, "has the unknown key " + FileFaults.quote(field.getKey()));
            }
        }
        WeightFormat format = format(name, entry.path("dtype"));
        List<Long> dimensions = dimensions(name, entry.path("shape"));
        long bytes = bytes(name, format, dimensions);
        return new SourceTensor(name, format, dimensions, path, dataStart + start(name, entry, bytes), bytes);
    }

    private void checkName(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > limits.tensorNameBytes()) {
            throw fault(
                    name,
                    "has a name of " + bytes + " bytes; allowed is 1 to the limit tensorNameBytes = "
                            + limits.tensorNameBytes());
        }
        if (name.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw fault(name, "has a name with a character that is not visible ASCII");
        }
    }

    private WeightFormat format(String name, JsonNode dtype) {
        WeightFormat format = FORMATS.get(dtype.asText());
        if (format == null || !dtype.isTextual()) {
            throw fault(name, "has the dtype " + FileFaults.quote(dtype.asText()) + "; supported are [F32, F16, BF16]");
        }
        return format;
    }

    /// @return width first
    private List<Long> dimensions(String name, JsonNode shape) {
        if (!shape.isArray() || shape.isEmpty() || shape.size() > MAX_DIMENSIONS) {
            throw fault(name, "has no shape of 1 to " + MAX_DIMENSIONS + " dimensions");
        }
        List<Long> dimensions = new ArrayList<>();
        for (JsonNode size : shape) {
            if (!size.isIntegralNumber() || !size.canConvertToInt() || size.intValue() < 1) {
                throw fault(
                        name,
                        "has the dimension " + FileFaults.quote(size.asText()) + "; allowed is 1 to "
                                + Integer.MAX_VALUE);
            }
            dimensions.add(size.longValue());
        }
        return dimensions.reversed();
    }

    private long bytes(String name, WeightFormat format, List<Long> dimensions) {
        try {
            long weights = dimensions.stream().reduce(1L, Math::multiplyExact);
            return Math.multiplyExact(weights, (long) format.groupBytes());
        } catch (ArithmeticException e) {
            throw fault(name, "has the shape " + dimensions.reversed() + ", more bytes than can be counted");
        }
    }

    private long start(String name, JsonNode entry, long bytes) {
        JsonNode offsets = entry.path("data_offsets");
        if (!offsets.isArray() || offsets.size() != 2) {
            throw fault(name, "has no data_offsets of a start and an end");
        }
        long start = offset(name, offsets.get(0));
        long end = offset(name, offsets.get(1));
        if (start > end || end > dataBytes) {
            throw fault(
                    name,
                    "has the data_offsets " + start + " to " + end + ", but the file has " + dataBytes
                            + " bytes of data");
        }
        if (end - start != bytes) {
            throw fault(name, "has " + (end - start) + " bytes; its dtype and shape need " + bytes);
        }
        return start;
    }

    private long offset(String name, JsonNode offset) {
        if (!offset.isIntegralNumber() || !offset.canConvertToLong() || offset.longValue() < 0) {
            throw fault(name, "has the offset " + FileFaults.quote(offset.asText()) + "; allowed is 0 to " + dataBytes);
        }
        return offset.longValue();
    }

    private ServingException fault(String name, String problem) {
        return new FileFaults(path).atTensor(name, problem);
    }
}

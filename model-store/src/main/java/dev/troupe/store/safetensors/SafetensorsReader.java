package dev.troupe.store.safetensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.source.FileBytes;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Reads the header of a safetensors file and checks all of it: the tensors lie one behind the other,
/// from the header's end to the file's. Tensor data is not read.
final class SafetensorsReader {
    private static final String METADATA = "__metadata__";
    private static final int SHORTEST_OBJECT = 2;
    private static final String LENGTH = "header length at offset 0";
    private static final String HEADER = "header at offset 8";

    private final FormatLimits limits;

    SafetensorsReader(FormatLimits limits) {
        this.limits = limits;
    }

    /// @return in the order of their bytes
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` naming file, place and
    ///     limit
    List<SourceTensor> read(Path path) {
        try (FileBytes file = FileBytes.open(path)) {
            return read(path, file);
        } catch (IOException e) {
            throw new FileFaults(path).unreadable(e);
        }
    }

    List<SourceTensor> read(Path path, FileBytes file) throws IOException {
        FileFaults faults = new FileFaults(path);
        byte[] json = header(file, faults);
        ObjectNode root = StrictJson.read(json, faults, HEADER);
        long start = Long.BYTES + (long) json.length;
        EntryReader entries = new EntryReader(path, limits, start, file.size() - start);
        List<SourceTensor> tensors = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            if (entry.getKey().equals(METADATA)) {
                checkMetadata(entry.getValue(), faults);
            } else if (tensors.size() == limits.tensors()) {
                throw faults.at(HEADER, "has more tensors than the limit tensors = " + limits.tensors());
            } else {
                tensors.add(entries.read(entry.getKey(), entry.getValue()));
            }
        }
        tensors.sort(Comparator.comparingLong(SourceTensor::offset));
        checkRuns(tensors, faults, start, file.size());
        return List.copyOf(tensors);
    }

    private byte[] header(FileBytes file, FileFaults faults) throws IOException {
        long room = file.size() - Long.BYTES;
        if (room < 0) {
            throw faults.at(LENGTH, "needs 8 bytes, but the file ends at " + file.size());
        }
        ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.read(length, 0);
        long bytes = length.getLong(0);
        String shown = Long.toUnsignedString(bytes);
        if (Long.compareUnsigned(bytes, room) > 0) {
            throw faults.at(LENGTH, "is " + shown + ", but " + room + " bytes are left");
        }
        if (bytes < SHORTEST_OBJECT || bytes > limits.jsonBytes()) {
            throw faults.at(LENGTH, "is " + shown + "; allowed is 2 to the limit jsonBytes = " + limits.jsonBytes());
        }
        ByteBuffer json = ByteBuffer.allocate((int) bytes);
        file.read(json, Long.BYTES);
        if (json.hasRemaining()) {
            throw faults.at(HEADER, "the file became shorter while it was read");
        }
        if (json.get(0) != '{') {
            throw faults.at(HEADER, "does not start with {");
        }
        return json.array();
    }

    private static void checkMetadata(JsonNode metadata, FileFaults faults) {
        if (!metadata.isObject()
                || metadata.properties().stream()
                        .anyMatch(entry -> !entry.getValue().isTextual())) {
            throw faults.at(METADATA, "is not an object of strings");
        }
    }

    private static void checkRuns(List<SourceTensor> ascending, FileFaults faults, long start, long fileBytes) {
        long next = start;
        String before = "the header";
        for (SourceTensor tensor : ascending) {
            if (tensor.offset() != next) {
                String problem = tensor.offset() < next ? "overlaps " : "leaves a gap behind ";
                throw faults.atTensor(
                        tensor.name(),
                        "starts at offset " + tensor.offset() + " and " + problem + before + ", which ends at " + next);
            }
            next = tensor.end();
            before = FileFaults.tensor(tensor.name());
        }
        if (next != fileBytes) {
            throw faults.at("end at offset " + next, (fileBytes - next) + " bytes follow the last tensor");
        }
    }
}

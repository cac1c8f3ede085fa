package dev.troupe.store.format;

import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Decides whether the tensors of a directory can lie where it says.
///
/// @param dataOffset where the data starts in the file
/// @param alignment of each tensor's offset
record DirectoryCheck(FileFaults faults, long fileBytes, long dataOffset, long alignment) {
    /// @param relative tensors whose offset counts from the start of the data
    /// @return the same in the same order, with offsets from the start of the file
    List<GgufTensor> place(List<GgufTensor> relative) {
        List<GgufTensor> placed = relative.stream().map(this::place).toList();
        refuseOverlaps(placed);
        return placed;
    }

    private GgufTensor place(GgufTensor tensor) {
        long offset = tensor.offset();
        if (offset < 0 || offset % alignment != 0) {
            throw fault(
                    tensor,
                    "starts at " + Long.toUnsignedString(offset) + " of the data, not at a multiple of the alignment "
                            + alignment);
        }
        long room = fileBytes - dataOffset;
        if (offset > room || tensor.bytes() > room - offset) {
            throw fault(
                    tensor,
                    "has " + tensor.bytes() + " bytes from " + offset + " of the data, but the file has "
                            + Math.max(room, 0) + " bytes of data");
        }
        return new GgufTensor(tensor.name(), tensor.format(), tensor.dimensions(), dataOffset + offset, tensor.bytes());
    }

    private void refuseOverlaps(List<GgufTensor> placed) {
        List<GgufTensor> ascending = new ArrayList<>(placed);
        ascending.sort(Comparator.comparingLong(GgufTensor::offset));
        for (int i = 1; i < ascending.size(); i++) {
            GgufTensor before = ascending.get(i - 1);
            GgufTensor after = ascending.get(i);
            if (after.offset() < before.end()) {
                throw fault(
                        after,
                        "starts at offset " + after.offset() + " inside " + DirectoryReader.place(before.name())
                                + ", which ends at " + before.end());
            }
        }
    }

    private ServingException fault(GgufTensor tensor, String problem) {
        return faults.at(DirectoryReader.place(tensor.name()), problem);
    }
}

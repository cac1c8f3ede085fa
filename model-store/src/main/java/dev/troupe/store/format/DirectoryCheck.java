package dev.troupe.store.format;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
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
    List<SourceTensor> place(List<SourceTensor> relative) {
        List<SourceTensor> placed = relative.stream().map(this::place).toList();
        refuseOverlaps(placed);
        return placed;
    }

    private SourceTensor place(SourceTensor tensor) {
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
        return new SourceTensor(
                tensor.name(),
                tensor.format(),
                tensor.dimensions(),
                tensor.file(),
                dataOffset + offset,
                tensor.bytes());
    }

    private void refuseOverlaps(List<SourceTensor> placed) {
        List<SourceTensor> ascending = new ArrayList<>(placed);
        ascending.sort(Comparator.comparingLong(SourceTensor::offset));
        for (int i = 1; i < ascending.size(); i++) {
            SourceTensor before = ascending.get(i - 1);
            SourceTensor after = ascending.get(i);
            if (after.offset() < before.end()) {
                throw fault(
                        after,
                        "starts at offset " + after.offset() + " inside " + FileFaults.tensor(before.name())
                                + ", which ends at " + before.end());
            }
        }
    }

    private ServingException fault(SourceTensor tensor, String problem) {
        return faults.at(FileFaults.tensor(tensor.name()), problem);
    }
}

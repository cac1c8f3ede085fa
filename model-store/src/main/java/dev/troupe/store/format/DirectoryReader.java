package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the tensor directory. Offsets in it count from the start of the data, which is known only
/// when the directory has been read.
final class DirectoryReader {
    private final HeaderReader header;
    private final FormatLimits limits;

    DirectoryReader(HeaderReader header, FormatLimits limits) {
        this.header = header;
        this.limits = limits;
    }

    /// @return tensors whose offset counts from the start of the data
    List<SourceTensor> read(int count) throws IOException {
        List<SourceTensor> tensors = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int index = 0; index < count; index++) {
            SourceTensor tensor = readEntry("tensor " + index);
            if (!names.add(tensor.name())) {
                throw header.fault(FileFaults.tensor(tensor.name()), "appears twice in the directory");
            }
            tensors.add(tensor);
        }
        return tensors;
    }

    private SourceTensor readEntry(String number) throws IOException {
        String name = header.readString(number + " (name)", "tensorNameBytes", limits.tensorNameBytes());
        String place = FileFaults.tensor(name);
        List<Long> dimensions = readDimensions(place);
        int code = header.readInt(place + " (type)");
        WeightFormat format = TensorTypes.format(code)
                .orElseThrow(() -> header.fault(
                        place,
                        "has " + TensorTypes.describe(code) + "; supported are " + List.of(WeightFormat.values())));
        long offset = header.readLong(place + " (offset)");
        return new SourceTensor(name, format, dimensions, header.file(), offset, bytes(place, format, dimensions));
    }

    private List<Long> readDimensions(String place) throws IOException {
        int rank = header.readInt(place + " (dimension count)");
        if (rank < 1 || rank > FormatLimits.MAX_DIMENSIONS) {
            throw header.fault(
                    place,
                    "has " + Integer.toUnsignedString(rank) + " dimensions; allowed is 1 to "
                            + FormatLimits.MAX_DIMENSIONS);
        }
        List<Long> dimensions = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            dimensions.add(readDimension(place + " dimension " + i));
        }
        return dimensions;
    }

    private long readDimension(String place) throws IOException {
        long size = header.readLong(place);
        if (size < 1 || size > Integer.MAX_VALUE) {
            throw header.fault(place, "is " + Long.toUnsignedString(size) + "; allowed is 1 to " + Integer.MAX_VALUE);
        }
        return size;
    }

    private long bytes(String place, WeightFormat format, List<Long> dimensions) {
        long width = dimensions.getFirst();
        if (width % format.groupSize() != 0) {
            throw header.fault(
                    place, "has rows of " + width + ", but " + format + " needs a multiple of " + format.groupSize());
        }
        try {
            long rows = dimensions.stream().skip(1).reduce(1L, Math::multiplyExact);
            return Math.multiplyExact(rows, format.rowBytes((int) width));
        } catch (ArithmeticException e) {
            throw header.fault(place, "has the dimensions " + dimensions + ", more bytes than can be counted");
        }
    }
}

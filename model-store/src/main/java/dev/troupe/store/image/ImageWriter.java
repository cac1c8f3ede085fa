package dev.troupe.store.image;

import dev.troupe.kernel.layout.RowSource;
import dev.troupe.store.format.QuantGroups;
import dev.troupe.store.image.PlannedTensor.Paired;
import dev.troupe.store.image.PlannedTensor.Stacked;
import dev.troupe.store.image.PlannedTensor.Vector;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// Carries out a plan: writes each tensor to its place. Holds some bands in memory, never a tensor.
final class ImageWriter {
    private final TensorData data;
    private final ImageBytes image;

    ImageWriter(TensorData data, ImageBytes image) {
        this.data = data;
        this.image = image;
    }

    void write(ImagePlan plan, PackProgress progress) throws IOException {
        for (PlannedTensor tensor : plan.tensors()) {
            write(tensor);
            progress.packed(tensor.place().offset() + tensor.place().bytes(), plan.bytes());
        }
    }

    private void write(PlannedTensor tensor) throws IOException {
        switch (tensor.source()) {
            case Vector vector -> writeVector(vector, tensor.place());
            case Stacked(List<RowPart> parts) -> new BandPacker(image, tensor.place()).pack(List.of(stack(parts)));
            case Paired(RowPart gate, RowPart up) ->
                new BandPacker(image, tensor.place())
                        .pack(List.of(new TensorRows(data, gate), new TensorRows(data, up)));
        }
    }

    private void writeVector(Vector vector, TensorPlace place) throws IOException {
        ByteBuffer target = littleEndian(Math.toIntExact(place.bytes()));
        for (SourceTensor part : vector.parts()) {
            ByteBuffer source = littleEndian(Math.toIntExact(part.bytes()));
            data.read(part, 0, source);
            float[] values = new float[Math.toIntExact(part.dimensions().getFirst())];
            QuantGroups.decode(part.format(), source.flip(), values);
            for (float value : values) {
                target.putFloat(vector.offset() == 0 ? value : value + vector.offset());
            }
        }
        image.write(place.offset(), target.flip());
    }

    private RowSource stack(List<RowPart> parts) {
        List<TensorRows> sources =
                parts.stream().map(part -> new TensorRows(data, part)).toList();
        return (row, target) -> {
            int part = 0;
            int inPart = row;
            while (inPart >= parts.get(part).rows()) {
                inPart -= parts.get(part++).rows();
            }
            sources.get(part).read(inPart, target);
        };
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

package dev.troupe.store.image;

import dev.troupe.kernel.layout.RowSource;
import dev.troupe.store.format.QuantGroups;
import dev.troupe.store.image.PlannedTensor.Paired;
import dev.troupe.store.image.PlannedTensor.Stacked;
import dev.troupe.store.image.PlannedTensor.Vector;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.Tasks;
import dev.troupe.store.source.TensorData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/// Carries out a plan: writes each tensor to its place, some at the same time on threads of its own.
/// Holds some bands of each in memory, never a tensor. The bytes do not depend on the threads.
final class ImageWriter {
    /// More would wait for the disk.
    private static final int MOST_THREADS = 4;

    private static final ThreadFactory WORKERS =
            Thread.ofPlatform().name("troupe-pack-", 0).daemon().factory();

    private final TensorData data;
    private final ImageBytes image;

    ImageWriter(TensorData data, ImageBytes image) {
        this.data = data;
        this.image = image;
    }

    void write(ImagePlan plan, PackProgress progress) throws IOException {
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        try (ExecutorService workers = Executors.newFixedThreadPool(threads, WORKERS)) {
            try {
                List<Future<Void>> written = new ArrayList<>();
                for (PlannedTensor tensor : plan.tensors()) {
                    written.add(workers.submit(() -> writeOne(tensor)));
                }
                for (int i = 0; i < written.size(); i++) {
                    Tasks.await(written.get(i));
                    TensorPlace place = plan.tensors().get(i).place();
                    progress.packed(place.offset() + place.bytes(), plan.bytes());
                }
            } finally {
                workers.shutdownNow();
            }
        }
    }

    private Void writeOne(PlannedTensor tensor) throws IOException {
        write(tensor);
        return null;
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

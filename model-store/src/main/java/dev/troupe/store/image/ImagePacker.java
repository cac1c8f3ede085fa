package dev.troupe.store.image;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.ModelDescription;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Turns a checked model file into an image. Memory is bounded by some bands of panels, whatever the
/// model's size.
public final class ImagePacker {
    private ImagePacker() {}

    /// Refuses what cannot be laid out, without reading weights.
    ///
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` as below
    public static void check(ModelDescription model, Optional<Quantization> wish) {
        ImagePlanner.plan(model, wish);
    }

    /// Writes the image to `target`, which must not exist, and makes its bytes durable. A failure
    /// leaves a file that the caller deletes.
    ///
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` when the model cannot be
    ///     laid out, quantised weights are to be quantised, or bytes cannot be read
    public static ImageManifest pack(
            ModelDescription model, Optional<Quantization> wish, TensorData data, Path target, PackProgress progress)
            throws IOException {
        try (FileChannel channel = FileChannel.open(
                target, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ImageManifest manifest = pack(model, wish, data, ImageBytes.of(channel), progress);
            channel.force(true);
            return manifest;
        }
    }

    static ImageManifest pack(
            ModelDescription model,
            Optional<Quantization> wish,
            TensorData data,
            ImageBytes image,
            PackProgress progress)
            throws IOException {
        ImagePlan plan = ImagePlanner.plan(model, wish);
        image.write(plan.bytes() - 1, ByteBuffer.allocate(1));
        new ImageWriter(data, image).write(plan, progress);
        ImageManifest manifest = new ImageManifest(
                model.spec(),
                model.tokenCount(),
                PanelLayout.ID,
                plan.bytes(),
                plan.places(),
                plan.gateEnds(),
                ChunkPlanner.chunks(plan.gateEnds(), image));
        ManifestCheck.check(manifest);
        return manifest;
    }
}

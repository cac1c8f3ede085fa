package dev.troupe.store.generated;

import dev.troupe.store.format.GgufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;

/// Generated files in memory for tests.
public final class GeneratedModels {
    private GeneratedModels() {}

    public static byte[] bytes(GeneratedModel model) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GgufWriter writer = new GgufWriter(Channels.newChannel(out))) {
            model.writeTo(writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}

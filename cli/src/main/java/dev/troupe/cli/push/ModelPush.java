package dev.troupe.cli.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.Json;
import dev.troupe.cli.client.ModelsClient;
import dev.troupe.protocol.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Brings one model to a server and waits until it can be used.
public final class ModelPush {
    private static final int BUFFER_BYTES = 1 << 18;
    private static final long LOOK_MILLIS = 300;

    private final CliContext context;
    private final ModelsClient client;

    public ModelPush(CliContext context, ModelsClient client) {
        this.context = context;
        this.client = client;
    }

    /// @param source a file or a folder
    /// @param quantize what the weights are turned into
    /// @param waits whether to wait until the model is packed
    /// @return the model as the server shows it last
    /// @throws CliException `BAD_MODEL_FILE` when the files are at fault
    public JsonNode push(String name, Path source, Optional<String> quantize, boolean waits) {
        SortedMap<String, Path> files = PushFiles.of(source);
        ObjectNode wish = Json.MAPPER.createObjectNode().put("name", name);
        ObjectNode digests = wish.putObject("files");
        quantize.ifPresent(word -> wish.put("quantize", word));
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Digest digest = hash(file.getKey(), file.getValue());
            if (client.hasBlob(digest)) {
                context.err().println(file.getKey() + " is on the server already");
            } else {
                upload(file.getKey(), file.getValue(), digest);
            }
            digests.put(file.getKey(), digest.value());
        }
        JsonNode model = client.create(wish.toString());
        return waits ? await(model) : model;
    }

    private Digest hash(String name, Path file) {
        ProgressBar bar = new ProgressBar(context, "hashing", System::nanoTime);
        try (InputStream in = Files.newInputStream(file)) {
            long total = Files.size(file);
            MessageDigest sha256 = Digest.sha256();
            byte[] buffer = new byte[BUFFER_BYTES];
            long done = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
                done += read;
                bar.bytes(done, Math.max(done, total));
            }
            bar.done(name);
            return Digest.of(sha256.digest());
        } catch (IOException e) {
            throw new CliException(ExitCode.BAD_MODEL_FILE, "cannot read " + file + ": " + e, e);
        }
    }

    private void upload(String name, Path file, Digest digest) {
        ProgressBar bar = new ProgressBar(context, "uploading", System::nanoTime);
        try {
            long total = Files.size(file);
            client.upload(digest, total, () -> open(file, total, bar));
            bar.done(name);
        } catch (IOException e) {
            throw new CliException(ExitCode.BAD_MODEL_FILE, "cannot read " + file + ": " + e, e);
        }
    }

    private static InputStream open(Path file, long total, ProgressBar bar) {
        try {
            return new CountedStream(Files.newInputStream(file), done -> bar.bytes(done, total));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode await(JsonNode first) {
        ProgressBar bar = new ProgressBar(context, "packing", System::nanoTime);
        String id = first.path("id").asText();
        JsonNode model = first;
        while (model.path("state").asText().equals("packing")) {
            bar.share(model.path("progress").asDouble());
            pause();
            model = client.model(id);
        }
        if (model.path("state").asText().equals("failed")) {
            throw new CliException(
                    ExitCode.BAD_MODEL_FILE,
                    id + " could not be packed: " + model.path("reason").asText());
        }
        bar.done(id);
        return model;
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.INTERRUPTED, "interrupted; the server goes on packing", e);
        }
    }
}

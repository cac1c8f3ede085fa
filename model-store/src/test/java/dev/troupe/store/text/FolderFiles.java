package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.store.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Folders with a tokenizer in them, and what was recorded for it.
final class FolderFiles {
    private static final ObjectMapper JSON = new ObjectMapper();

    private FolderFiles() {}

    /// Texts that every recorded tokenizer was asked for.
    static List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        resource("texts.json").forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /// The ids of {@link #texts}, special tokens found by their literals, nothing added in front.
    static List<List<Integer>> recorded(String name) throws IOException {
        List<List<Integer>> all = new ArrayList<>();
        for (JsonNode text : resource(name + ".ids.json")) {
            List<Integer> ids = new ArrayList<>();
            text.forEach(id -> ids.add(id.asInt()));
            all.add(ids);
        }
        return all;
    }

    static JsonNode resource(String name) throws IOException {
        try (InputStream in = FolderFiles.class.getResourceAsStream(name)) {
            return JSON.readTree(in);
        }
    }

    static String text(String name) {
        try (InputStream in = FolderFiles.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Puts files of the shared data into `folder`, without their `.gz`.
    static void copy(Path folder, String... relatives) throws IOException {
        for (String relative : relatives) {
            Path source = SharedData.file(relative);
            String name = source.getFileName().toString();
            try (InputStream in = name.endsWith(".gz")
                    ? new GZIPInputStream(Files.newInputStream(source))
                    : Files.newInputStream(source)) {
                Files.copy(in, folder.resolve(name.replace(".gz", "")));
            }
        }
    }

    static Tokenizer tokenizer(Path folder) {
        return TextModels.fromFolder(folder, TextLimits.defaults()).tokenizer();
    }

    /// The first difference, in words.
    static Optional<String> difference(Tokenizer tokenizer, List<String> texts, List<List<Integer>> expected) {
        for (int i = 0; i < texts.size(); i++) {
            List<Integer> ids = tokenizer.encode(Prompts.template(texts.get(i)));
            if (!ids.equals(expected.get(i))) {
                return Optional.of("'" + texts.get(i) + "': got " + ids + " but expected " + expected.get(i));
            }
        }
        return Optional.empty();
    }
}

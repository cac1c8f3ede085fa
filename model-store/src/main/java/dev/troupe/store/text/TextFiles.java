package dev.troupe.store.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The small files beside a model's weights, read within limits.
final class TextFiles {
    private static final int MAX_STRING_CHARACTERS = 16 << 20;

    private final Path folder;
    private final TextLimits limits;
    private final ObjectMapper json;

    TextFiles(Path folder, TextLimits limits) {
        this.folder = folder;
        this.limits = limits;
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.jsonDepth())
                        .maxStringLength(Math.min(MAX_STRING_CHARACTERS, limits.fileBytes()))
                        .maxNameLength(limits.tokenCharacters())
                        .maxDocumentLength(limits.fileBytes())
                        .build())
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
        factory.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        this.json = new ObjectMapper(factory);
    }

    boolean has(String name) {
        return Files.isRegularFile(folder.resolve(name));
    }

    /// A whole JSON file; empty when there is none, or when it holds no object.
    Optional<JsonNode> object(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        return Optional.of(read(name, parser -> {
                    JsonNode node = json.readTree(parser);
                    if (parser.nextToken() != null) {
                        throw new IOException("goes on behind its end");
                    }
                    return node;
                }))
                .filter(JsonNode::isObject);
    }

    /// A whole text file in UTF-8.
    Optional<String> text(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        TextFault fault = new TextFault(name);
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(bytes(name)))
                    .toString());
        } catch (CharacterCodingException e) {
            throw fault.at("text", "is not UTF-8");
        }
    }

    byte[] bytes(String name) {
        TextFault fault = new TextFault(name);
        try (var in = Files.newInputStream(folder.resolve(name))) {
            byte[] bytes = in.readNBytes(limits.fileBytes() + 1);
            if (bytes.length > limits.fileBytes()) {
                throw fault.at("size", "is over the limit of " + limits.fileBytes() + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw fault.unreadable(e);
        }
    }

    /// What is done with a parser.
    interface Reading<T> {
        T read(CountedParser parser) throws IOException;
    }

    <T> T read(String name, Reading<T> reading) {
        try (CountedParser parser =
                new CountedParser(json.getFactory().createParser(bytes(name)), limits.jsonValues())) {
            parser.setCodec(json);
            return reading.read(parser);
        } catch (IOException e) {
            throw new TextFault(name).unreadable(e);
        }
    }
}

package dev.troupe.store.image;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;

/// Manifests as JSON. The same manifest is always the same bytes.
public final class ManifestJson {
    /// Raised when a reader of the old form would misread the new one.
    private static final int SCHEMA = 3;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private ManifestJson() {}

    record Document(int schema, ImageManifest image) {}

    public static byte[] write(ImageManifest manifest) {
        try {
            return MAPPER.writeValueAsBytes(new Document(SCHEMA, manifest));
        } catch (IOException e) {
            throw new IllegalStateException("a manifest is always JSON", e);
        }
    }

    /// Counts the tokens of a model whose manifest does not say it.
    @FunctionalInterface
    public interface TokenCounter {
        int count() throws IOException;
    }

    /// @param tokens asked when the manifest is of the first schema: a reply must not depend on
    ///     which version packed its model
    /// @throws IOException when the bytes are not JSON of a known schema or describe an image that
    ///     cannot be; the message names the entry
    public static ImageManifest read(byte[] json, TokenCounter tokens) throws IOException {
        Document document =
                MAPPER.treeToValue(new ManifestUpgrade(MAPPER, tokens).upgrade(MAPPER.readTree(json)), Document.class);
        if (document.schema() != SCHEMA) {
            throw new IOException("schema is " + document.schema() + "; this version reads 1 to " + SCHEMA);
        }
        try {
            ManifestCheck.check(document.image());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        return document.image();
    }
}

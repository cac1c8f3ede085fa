package dev.troupe.control.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Writes JSON as UTF-8: what is not ASCII stays as it is.
public final class JsonOut {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    private static final int USUAL_BYTES = 512;

    private JsonOut() {}

    /// Writes one value.
    @FunctionalInterface
    public interface Writer {
        void write(JsonGenerator out) throws IOException;
    }

    public static byte[] bytes(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            writer.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /// One object within bytes that were written before: for what is said again and again.
    public static byte[] objectWithin(byte[] before, Writer fields, byte[] after) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(before.length + USUAL_BYTES);
        bytes.writeBytes(before);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            fields.write(out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory failed", e);
        }
        bytes.writeBytes(after);
        return bytes.toByteArray();
    }

    /// One object.
    public static byte[] object(Writer fields) {
        return bytes(out -> {
            out.writeStartObject();
            fields.write(out);
            out.writeEndObject();
        });
    }
}

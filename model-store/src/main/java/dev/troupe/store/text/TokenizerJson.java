package dev.troupe.store.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Writes a byte-level BPE vocabulary in the format that the Rust library reads.
record TokenizerJson(Vocabulary vocabulary, List<Merges.Merge> merges, PreTokenizer pre) {

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory(new ObjectMapper()).createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("version", "1.0");
            for (String absent : List.of("truncation", "padding", "normalizer", "post_processor", "decoder")) {
                json.writeNullField(absent);
            }
            json.writeArrayFieldStart("added_tokens");
            json.writeEndArray();
            json.writeObjectField("pre_tokenizer", pre.definition());
            writeModel(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private void writeModel(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("model");
        json.writeStringField("type", "BPE");
        for (String absent : List.of("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix")) {
            json.writeNullField(absent);
        }
        json.writeBooleanField("fuse_unk", false);
        json.writeBooleanField("byte_fallback", false);
        json.writeBooleanField("ignore_merges", pre.wholeTokensFirst());
        json.writeObjectFieldStart("vocab");
        for (int id = 0; id < vocabulary.size(); id++) {
            if (vocabulary.spells(id)) {
                json.writeNumberField(vocabulary.token(id), id);
            }
        }
        json.writeEndObject();
        json.writeArrayFieldStart("merges");
        for (Merges.Merge merge : merges) {
            json.writeStartArray();
            json.writeString(merge.left());
            json.writeString(merge.right());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}

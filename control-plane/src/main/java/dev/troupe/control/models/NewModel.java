package dev.troupe.control.models;

import dev.troupe.control.catalog.ModelName;
import dev.troupe.control.json.RequestReader;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.Quantization;
import java.util.Optional;
import java.util.TreeMap;

/// A model that is asked for: `{name, files: {path: digest}, quantize?}`.
///
/// @param tenant whose it is to be; absent: the caller's
/// @param word name and tag
/// @param files what it is made of, by path
/// @param quantize absent: the weights stay as they are
record NewModel(Optional<String> tenant, String word, TreeMap<String, Digest> files, Optional<Quantization> quantize) {
    private static final String LATEST = ":latest";

    /// @throws ServingException naming the field that is at fault
    static NewModel parse(byte[] body, ModelLimits limits) {
        RequestReader reader = RequestReader.of(body);
        ModelName name = name(reader);
        RequestReader files = reader.child("files").orElseThrow(() -> reader.wrong("files", "is missing"));
        return new NewModel(
                name.tenant(),
                name.word().contains(":") ? name.word() : name.word() + LATEST,
                ModelFiles.read(files, limits),
                reader.text("quantize").map(word -> quantize(reader, word)));
    }

    private static ModelName name(RequestReader reader) {
        try {
            ModelName name = ModelName.parse(reader.requiredText("name"));
            if (name.digest().isPresent()) {
                throw reader.wrong("name", "names a version; a new model's version comes from its files");
            }
            return name;
        } catch (ServingException e) {
            // Whoever parses names calls the field as it is called elsewhere.
            String text = e.getMessage().replaceFirst("^model is ", "name is ");
            throw ServingException.of(ErrorCode.INVALID_REQUEST, "name", text);
        }
    }

    private static Quantization quantize(RequestReader reader, String word) {
        return QuantizeWords.parse(word)
                .orElseThrow(() -> reader.wrong(
                        "quantize", "is '" + ModelFiles.shown(word) + "'; known are " + QuantizeWords.all()));
    }
}

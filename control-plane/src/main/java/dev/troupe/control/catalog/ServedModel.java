package dev.troupe.control.catalog;

import dev.troupe.protocol.Digest;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.text.TextModel;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// A model that can be asked for. All are in the tenant `public` for now.
///
/// @param name name and tag, for example `smollm2:135m`; see {@link ModelName}
/// @param aliases other words for it, for example `smollm2`
/// @param owner tenant that brought it, for example `system`
/// @param digest the exact version
/// @param spec its limits: context length and vocabulary
/// @param text its tokenizer and template
/// @param created when it entered the catalog
public record ServedModel(
        String name,
        List<String> aliases,
        String owner,
        Digest digest,
        ModelSpec spec,
        TextModel text,
        Instant created) {
    public ServedModel {
        aliases = List.copyOf(aliases);
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(digest, "digest");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(created, "created");
        checkWord(name);
        aliases.forEach(ServedModel::checkWord);
    }

    /// The name that always means this very version: `smollm2:135m#sha256:…`.
    public String exactName() {
        return name + "#" + digest;
    }

    private static void checkWord(String word) {
        ModelName parsed = ModelName.parse(word);
        if (!parsed.word().equals(word)) {
            throw new IllegalArgumentException("'" + word + "' is not a plain name: expected name[:tag]");
        }
    }
}

package dev.troupe.control.catalog;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Names to models. Immutable.
public final class ModelCatalog {
    /// The tenant whose models everybody may use.
    public static final String PUBLIC_TENANT = "public";

    private final List<ServedModel> models;
    private final Map<String, ServedModel> byWord = new LinkedHashMap<>();

    private ModelCatalog(List<ServedModel> models) {
        this.models = models;
        models.forEach(model -> claim(model.name(), model));
        models.forEach(model -> model.aliases().forEach(alias -> claim(alias, model)));
    }

    /// @throws IllegalArgumentException when two models claim the same word
    public static ModelCatalog of(Collection<ServedModel> models) {
        return new ModelCatalog(List.copyOf(models));
    }

    private void claim(String word, ServedModel model) {
        ServedModel other = byWord.putIfAbsent(word, model);
        if (other != null && !other.digest().equals(model.digest())) {
            throw new IllegalArgumentException(
                    "the name '" + word + "' is claimed by " + other.exactName() + " and by " + model.exactName());
        }
    }

    /// In the order in which they were given.
    public List<ServedModel> models() {
        return models;
    }

    /// Finds by name, alias or `name#sha256:…`.
    ///
    /// @throws ServingException `MODEL_NOT_FOUND` with near names, or when `text` is not a name
    public ServedModel find(String text) {
        ModelName name = ModelName.parse(text);
        ServedModel model = Optional.ofNullable(byWord.get(name.word()))
                .filter(_ -> name.tenant().orElse(PUBLIC_TENANT).equals(PUBLIC_TENANT))
                .orElseThrow(() -> notFound("the model '" + text + "' does not exist" + hint(name.word())));
        if (name.digest().isPresent() && !name.digest().get().equals(model.digest())) {
            throw notFound("the model '" + name.word() + "' has no version "
                    + name.digest().get() + "; the version here is " + model.digest());
        }
        return model;
    }

    public Optional<ServedModel> byDigest(Digest digest) {
        return models.stream().filter(model -> model.digest().equals(digest)).findFirst();
    }

    private String hint(String word) {
        List<String> near = NearNames.of(word, byWord.keySet());
        if (!near.isEmpty()) {
            return "; near names: " + String.join(", ", near);
        }
        return models.isEmpty() ? "; no model is served here" : "; GET /v1/models lists what is served here";
    }

    private static ServingException notFound(String message) {
        return ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", message);
    }
}

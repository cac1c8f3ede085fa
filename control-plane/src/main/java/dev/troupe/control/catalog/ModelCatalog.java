package dev.troupe.control.catalog;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Names to models. Immutable: a change makes another one.
public final class ModelCatalog {
    /// The tenant whose models everybody may use.
    public static final String PUBLIC_TENANT = "public";

    private static final String LATEST = ":latest";

    private final List<CatalogEntry> entries;
    private final Map<String, CatalogEntry> byKey = new LinkedHashMap<>();

    private ModelCatalog(List<CatalogEntry> entries) {
        this.entries = List.copyOf(entries);
        entries.forEach(entry -> claim(entry.name(), entry));
        entries.forEach(entry -> entry.aliases().forEach(alias -> claim(alias, entry)));
    }

    /// Models that were given at the start, for everybody.
    ///
    /// @throws IllegalArgumentException when two models claim the same word
    public static ModelCatalog of(Collection<ServedModel> models) {
        return new ModelCatalog(models.stream().map(CatalogEntry::given).toList());
    }

    /// The entry takes the place of the one with its tenant and name, or comes last.
    ///
    /// @throws IllegalArgumentException when another model claims the same word
    public ModelCatalog with(CatalogEntry entry) {
        List<CatalogEntry> changed = new ArrayList<>(entries);
        int at = changed.indexOf(byKey.get(key(entry.tenant(), entry.name())));
        if (at < 0) {
            changed.add(entry);
        } else {
            changed.set(at, entry);
        }
        return new ModelCatalog(changed);
    }

    public ModelCatalog without(CatalogEntry entry) {
        return new ModelCatalog(entries.stream()
                .filter(other -> !key(other.tenant(), other.name()).equals(key(entry.tenant(), entry.name())))
                .toList());
    }

    private void claim(String word, CatalogEntry entry) {
        CatalogEntry other = byKey.putIfAbsent(key(entry.tenant(), word), entry);
        if (other != null && !(digest(other).isPresent() && digest(other).equals(digest(entry)))) {
            throw new IllegalArgumentException(
                    "the name '" + word + "' is claimed by " + exact(other) + " and by " + exact(entry));
        }
    }

    private static String key(String tenant, String word) {
        return tenant + "/" + (word.contains(":") ? word : word + LATEST);
    }

    private static Optional<Digest> digest(CatalogEntry entry) {
        return entry.state() instanceof EntryState.Ready(ServedModel model)
                ? Optional.of(model.digest())
                : Optional.empty();
    }

    private static String exact(CatalogEntry entry) {
        return entry.name() + digest(entry).map(digest -> "#" + digest).orElse("");
    }

    /// All that `viewer` may use, in the order in which they came.
    public List<CatalogEntry> visibleTo(Viewer viewer) {
        return entries.stream().filter(entry -> viewer.sees(entry.tenant())).toList();
    }

    /// The shortest name under which `viewer` finds an entry.
    public String nameFor(Viewer viewer, CatalogEntry entry) {
        boolean plain = lookup(viewer, ModelName.parse(entry.name()))
                .filter(found -> found.tenant().equals(entry.tenant()))
                .isPresent();
        return plain ? entry.name() : entry.tenant() + "/" + entry.name();
    }

    /// Finds by name, alias or `name#sha256:…` what can answer.
    ///
    /// @throws ServingException `MODEL_NOT_FOUND` with near names, or when `text` is not a name;
    ///     `MODEL_LOADING` with its progress while it is packed; `MODEL_UNAVAILABLE` when that failed
    public ServedModel find(Viewer viewer, String text) {
        return switch (entry(viewer, text).state()) {
            case EntryState.Ready(ServedModel model) -> model;
            case EntryState.Packing(PackingProgress progress) ->
                throw ServingException.loading(
                        "the model '" + text + "' is being packed; it can answer when that is done", progress.now());
            case EntryState.Failed(String reason) ->
                throw ServingException.of(
                        ErrorCode.MODEL_UNAVAILABLE,
                        "model",
                        "the model '" + text + "' could not be packed: " + reason);
        };
    }

    /// Finds as {@link #find} does, whatever the state.
    ///
    /// @throws ServingException `MODEL_NOT_FOUND` with near names, or when `text` is not a name
    public CatalogEntry entry(Viewer viewer, String text) {
        ModelName name = ModelName.parse(text);
        CatalogEntry entry = lookup(viewer, name)
                .orElseThrow(() -> notFound("the model '" + text + "' does not exist" + hint(viewer, name.word())));
        if (name.digest().isPresent() && !name.digest().equals(digest(entry))) {
            throw notFound("the model '" + name.word() + "' has no version "
                    + name.digest().get() + "; the version here is "
                    + digest(entry).map(Digest::value).orElse("not ready"));
        }
        return entry;
    }

    /// The entry of one tenant under exactly this name, if there is one.
    public Optional<CatalogEntry> at(String tenant, String word) {
        return Optional.ofNullable(byKey.get(key(tenant, word)));
    }

    private Optional<CatalogEntry> lookup(Viewer viewer, ModelName name) {
        Stream<String> tenants = name.tenant()
                .map(tenant -> Stream.of(tenant).filter(viewer::sees))
                .orElse(Stream.of(viewer.tenant(), PUBLIC_TENANT));
        return tenants.flatMap(tenant -> at(tenant, name.word()).stream()).findFirst();
    }

    /// Whether any name means this version.
    public boolean holds(Digest digest) {
        return entries.stream()
                .anyMatch(entry -> digest(entry).filter(digest::equals).isPresent());
    }

    private String hint(Viewer viewer, String word) {
        Set<String> words = new LinkedHashSet<>();
        for (CatalogEntry entry : visibleTo(viewer)) {
            words.add(entry.name());
            words.addAll(entry.aliases());
        }
        List<String> near = NearNames.of(word, words);
        if (!near.isEmpty()) {
            return "; near names: " + String.join(", ", near);
        }
        return words.isEmpty() ? "; no model is served here" : "; GET /v1/models lists what is served here";
    }

    private static ServingException notFound(String message) {
        return ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", message);
    }
}

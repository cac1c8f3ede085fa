package dev.troupe.control.catalog;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// One model of a catalog, under its names.
///
/// @param tenant whose model it is
/// @param name name and tag as it was given; without a tag it means the tag `latest`
/// @param aliases other words for it
/// @param owner who brought it
/// @param created when it entered the catalog
/// @param origin who may take it away
/// @param state whether it can be used
public record CatalogEntry(
        String tenant,
        String name,
        List<String> aliases,
        String owner,
        Instant created,
        Origin origin,
        EntryState state) {
    public CatalogEntry {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(created, "created");
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(state, "state");
        aliases = List.copyOf(aliases);
    }

    /// Where an entry comes from.
    public enum Origin {
        /// Given when the server was started; it goes when the server stops.
        START,
        /// Created by a request; it goes by one.
        REQUEST
    }

    /// A model that was given at the start, for everybody.
    static CatalogEntry given(ServedModel model) {
        return new CatalogEntry(
                ModelCatalog.PUBLIC_TENANT,
                model.name(),
                model.aliases(),
                model.owner(),
                model.created(),
                Origin.START,
                new EntryState.Ready(model));
    }

    public CatalogEntry with(EntryState other) {
        return new CatalogEntry(tenant, name, aliases, owner, created, origin, other);
    }
}

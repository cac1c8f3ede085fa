package dev.troupe.control.catalog;

import dev.troupe.control.keys.ApiKey;
import dev.troupe.control.keys.Caller;

/// Who looks at a catalog.
///
/// @param tenant whose own models are looked up first
/// @param seesAll whether other tenants' models can be named, too
public record Viewer(String tenant, boolean seesAll) {
    public static Viewer of(Caller caller) {
        return new Viewer(caller.tenant(), caller.role() == ApiKey.Role.ADMIN);
    }

    boolean sees(String other) {
        return seesAll || other.equals(tenant) || other.equals(ModelCatalog.PUBLIC_TENANT);
    }
}

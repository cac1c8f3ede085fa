package dev.troupe.protocol.generate;

import java.util.regex.Pattern;

/// Within which circle of requests cached KV may be found: nothing is shared between two domains.
/// Its key is derived from a secret and the tenant, so it cannot be guessed; it is not printed.
///
/// @param key 64 hexadecimal digits
public record CacheDomain(String key) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public CacheDomain {
        if (!FORM.matcher(key).matches()) {
            throw new IllegalArgumentException("a cache domain's key must be 64 lower-case hexadecimal digits; it has "
                    + key.length() + " characters");
        }
    }

    @Override
    public String toString() {
        return "CacheDomain[hidden]";
    }
}

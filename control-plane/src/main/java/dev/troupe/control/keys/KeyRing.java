package dev.troupe.control.keys;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// All keys that open this gateway. Immutable.
public final class KeyRing {
    private static final String SCHEME = "bearer ";

    private final List<ApiKey> keys;
    private final CacheDomains cacheDomains;

    /// @param secret from which the tenants' cache domains are derived
    public KeyRing(Collection<ApiKey> keys, ClusterSecret secret) {
        this.keys = List.copyOf(keys);
        this.cacheDomains = CacheDomains.of(secret, keys);
    }

    /// @param authorization the header's value, if there is one
    /// @throws ServingException `UNAUTHORIZED` when there is no key in it or the key is not known
    public Caller authenticate(Optional<String> authorization) {
        String header = authorization.orElseThrow(() -> refused("no API key was given; send it in the header"));
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw refused("the Authorization header holds no bearer key; the form is");
        }
        ApiKey key = find(header.substring(SCHEME.length()).strip())
                .orElseThrow(() -> refused("this API key is not known; the header's form is"));
        return new Caller(key.role(), key.tenant(), cacheDomains.of(key.tenant()));
    }

    /// Looks at every key, whichever matches, so that the time taken tells nothing.
    private Optional<ApiKey> find(String secret) {
        byte[] hash = bytes(ApiKey.hash(secret).value());
        Optional<ApiKey> found = Optional.empty();
        for (ApiKey key : keys) {
            if (MessageDigest.isEqual(hash, bytes(key.secretHash().value()))) {
                found = Optional.of(key);
            }
        }
        return found;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static ServingException refused(String problem) {
        return ServingException.of(ErrorCode.UNAUTHORIZED, problem + " 'Authorization: Bearer <key>'");
    }
}

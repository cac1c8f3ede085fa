package dev.troupe.app.home;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The two keys of a home. Secrets: never logged, never part of {@link #toString}.
///
/// @param adminKey for management
/// @param tenantKey for use
public record Keys(String adminKey, String tenantKey) {
    static final String FILE_NAME = "keys.json";
    private static final int SECRET_BYTES = 32;

    /// @param random must be a secure one
    static Keys draw(RandomGenerator random) {
        return new Keys("troupe-admin-" + secret(random), "troupe-key-" + secret(random));
    }

    private static String secret(RandomGenerator random) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Empty when the text is not such a file.
    static Optional<Keys> parse(String json) {
        try {
            JsonNode root = new ObjectMapper().readTree(json);
            String admin = root.path("adminKey").asText("");
            String tenant = root.path("tenantKey").asText("");
            return admin.isEmpty() || tenant.isEmpty() ? Optional.empty() : Optional.of(new Keys(admin, tenant));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    String toJson() {
        return new ObjectMapper()
                        .createObjectNode()
                        .put("adminKey", adminKey)
                        .put("tenantKey", tenantKey)
                        .toPrettyString()
                + "\n";
    }

    @Override
    public String toString() {
        return "Keys[hidden]";
    }
}

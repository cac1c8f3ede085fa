package dev.troupe.control.request;

import java.util.Map;

/// One turn.
///
/// @param role what the template sees: `system`, `user`, `assistant` or `tool`
public record ChatMessage(String role, String content) {
    /// What a template sees.
    public Map<String, Object> templateValue() {
        return Map.of("role", role, "content", content);
    }
}

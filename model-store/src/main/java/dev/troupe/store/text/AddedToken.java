package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.text.Literal.Edges;

/// A token that was added to a vocabulary: it is found by its literal.
///
/// @param special whether it has a meaning and no text
record AddedToken(long id, String content, boolean special, Edges edges) {
    static AddedToken of(long id, JsonNode node) {
        return new AddedToken(
                id,
                node.path("content").asText(),
                node.path("special").asBoolean(),
                new Edges(
                        node.path("lstrip").asBoolean(),
                        node.path("rstrip").asBoolean(),
                        node.path("single_word").asBoolean()));
    }
}

package dev.troupe.app.home;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/// Reads what `home.json` says about the version that wrote a home.
sealed interface HomeVersion {
    String FILE_NAME = "home.json";

    /// Version of the layout that this code writes and reads.
    int CURRENT = 1;

    record Readable() implements HomeVersion {}

    record TooNew(int version) implements HomeVersion {}

    record Unreadable(String reason) implements HomeVersion {}

    static HomeVersion of(String json) {
        try {
            JsonNode version = new ObjectMapper().readTree(json).path("version");
            if (!version.isInt() || version.intValue() < 1) {
                return new Unreadable("its field 'version' is missing or not a positive integer");
            }
            return version.intValue() > CURRENT ? new TooNew(version.intValue()) : new Readable();
        } catch (JsonProcessingException e) {
            return new Unreadable(e.getOriginalMessage());
        }
    }

    static String currentJson() {
        return "{\"version\":" + CURRENT + "}\n";
    }
}

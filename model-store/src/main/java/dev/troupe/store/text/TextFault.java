package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.util.Collection;

/// Makes the one error of a file in a model's folder: it names the file, the place in it and the
/// problem.
record TextFault(String file) {
    private static final int MAX_SHOWN = 60;

    ServingException at(String place, String problem) {
        return ServingException.of(ErrorCode.INVALID_MODEL_FILE, file + ": " + place + ": " + problem);
    }

    /// For a name that means nothing here.
    ServingException unknown(String place, JsonNode name, Collection<String> known) {
        return at(place, "is " + quote(name.asText("missing")) + "; known are " + known);
    }

    ServingException unreadable(IOException cause) {
        String reason =
                quote(String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
        return ServingException.causedBy(ErrorCode.INVALID_MODEL_FILE, file + ": cannot be read: " + reason, cause);
    }

    /// Text of the file, cut and with control characters made visible.
    static String quote(String text) {
        String cut = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
        StringBuilder quoted = new StringBuilder("'");
        cut.chars().forEach(c -> quoted.append(Character.isISOControl(c) ? '?' : (char) c));
        return quoted.append('\'').toString();
    }
}

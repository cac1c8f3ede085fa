package dev.troupe.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.Json;

/// Turns the server's error envelope into one line.
final class ServerErrors {
    private static final String BAD_FILE = "(invalid_model_file)";
    private static final int MAX_QUOTED = 200;
    private static final int FIRST_SERVER_FAULT = 500;

    private ServerErrors() {}

    /// @param body of a reply whose status is not a success
    static CliException of(int status, String body) {
        ExitCode code = status >= FIRST_SERVER_FAULT ? ExitCode.FAILED : ExitCode.REFUSED;
        String message = messageOf(status, body);
        return new CliException(message.endsWith(BAD_FILE) ? ExitCode.BAD_MODEL_FILE : code, message);
    }

    private static String messageOf(int status, String body) {
        try {
            JsonNode root = Json.MAPPER.readTree(body);
            if (root != null && root.hasNonNull("error")) {
                return describe(root);
            }
        } catch (JsonProcessingException e) {
            // Not our envelope, perhaps a proxy's page: quoted below.
        }
        String quoted = body.length() > MAX_QUOTED ? body.substring(0, MAX_QUOTED) + "..." : body;
        return "the server answered " + status + (quoted.isBlank() ? "" : ": " + quoted.strip());
    }

    /// @param root an object with a field `error`
    static String describe(JsonNode root) {
        JsonNode error = root.path("error");
        String message = error.path("message").asText("the server gave no reason");
        String code = error.path("code").asText("");
        return code.isEmpty() ? message : message + " (" + code + ")";
    }
}

package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;

/// What another engine made of a template: a text or an error.
record Recorded(JsonNode expected, JsonNode error) {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2025-07-10T12:00:00Z"), ZoneOffset.UTC);

    /// `text: ...` or `error: ...`.
    static String outcome(String source, Map<String, Object> values) {
        try {
            return "text: "
                    + ChatTemplates.compile(source, TemplateLimits.standard(), CLOCK)
                            .render(values)
                            .plain();
        } catch (ServingException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
            return "error: " + e.getMessage();
        }
    }

    /// Empty when the outcome is as recorded.
    String problem(String source, Map<String, Object> values) {
        String outcome = outcome(source, values);
        if (error != null && !error.isNull()) {
            return refusesAlike(outcome, error.asText()) ? "" : outcome + " instead of " + error.asText();
        }
        String wanted = "text: " + expected.asText();
        return outcome.equals(wanted) ? "" : difference(outcome, wanted);
    }

    /// @param line with a `sha256` of the text, or an `error`
    static String problemByDigest(String source, Map<String, Object> values, JsonNode line) {
        String outcome = outcome(source, values);
        if (line.has("error")) {
            return outcome.startsWith("error: ")
                            && outcome.endsWith(line.get("error").asText())
                    ? ""
                    : outcome;
        }
        return outcome.startsWith("text: ")
                        && sha256(outcome.substring("text: ".length()))
                                .equals(line.get("sha256").asText())
                ? ""
                : outcome;
    }

    private static boolean refusesAlike(String outcome, String error) {
        return outcome.startsWith("error: ")
                && (!error.startsWith("TemplateError: ")
                        || outcome.endsWith(error.substring("TemplateError: ".length())));
    }

    private static String difference(String rendered, String expected) {
        int at = 0;
        while (at < Math.min(rendered.length(), expected.length()) && rendered.charAt(at) == expected.charAt(at)) {
            at++;
        }
        return "differs at " + at + ": got '" + around(rendered, at) + "' but expected '" + around(expected, at) + "'";
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 20), Math.min(text.length(), at + 40))
                .replace("\n", "\\n");
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.troupe.control.catalog;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A name as people write it: `[tenant/]name[:tag][#sha256:…]`.
///
/// @param tenant absent: looked up in `public`
/// @param word name and tag together, for example `smollm2:135m`
/// @param digest present when exactly this version is meant
public record ModelName(Optional<String> tenant, String word, Optional<Digest> digest) {
    /// Tenant, name and tag are each at most this long.
    public static final int MAX_PART_CHARACTERS = 64;

    private static final String PART = "[A-Za-z0-9][A-Za-z0-9._-]{0," + (MAX_PART_CHARACTERS - 1) + "}";
    private static final Pattern FORM = Pattern.compile(
            "(?:(?<tenant>" + PART + ")/)?(?<word>" + PART + "(?::" + PART + ")?)(?:#(?<digest>sha256:[0-9a-f]{64}))?");
    private static final int LONGEST_SHOWN = 80;

    /// @throws ServingException `INVALID_REQUEST` for `model` when `text` is not a name,
    ///     `UNSUPPORTED_PARAMETER` when it asks for an adapter
    public static ModelName parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (matcher.matches()) {
            return new ModelName(
                    Optional.ofNullable(matcher.group("tenant")),
                    matcher.group("word"),
                    Optional.ofNullable(matcher.group("digest")).map(Digest::new));
        }
        if (text.contains("@")) {
            throw ServingException.of(
                    ErrorCode.UNSUPPORTED_PARAMETER,
                    "model",
                    "model is '" + shown(text) + "'; names with an adapter after '@' are not built yet");
        }
        throw ServingException.of(
                ErrorCode.INVALID_REQUEST,
                "model",
                "model is '" + shown(text) + "'; a name is [tenant/]name[:tag], each part of 1 to "
                        + MAX_PART_CHARACTERS
                        + " letters, digits, '.', '_' or '-', optionally followed by #sha256: and 64 digits");
    }

    private static String shown(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }
}

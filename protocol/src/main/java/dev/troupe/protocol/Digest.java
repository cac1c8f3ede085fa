package dev.troupe.protocol;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// A SHA-256 digest, written `sha256:` and 64 lower-case hexadecimal digits.
public record Digest(String value) implements Comparable<Digest> {
    private static final Pattern FORM = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final int SHORT_DIGITS = 12;

    public Digest {
        if (!FORM.matcher(value).matches()) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST,
                    "digest",
                    "'" + value + "' is not a digest: expected sha256: and 64 lower-case hexadecimal digits");
        }
    }

    public static Digest of(byte[] sha256) {
        return new Digest("sha256:" + HexFormat.of().formatHex(sha256));
    }

    /// The hexadecimal digits alone: safe as a file name.
    public String hex() {
        return value.substring("sha256:".length());
    }

    /// The first twelve digits, for people and for `system_fingerprint`.
    public String shortHex() {
        return hex().substring(0, SHORT_DIGITS);
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public int compareTo(Digest other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}

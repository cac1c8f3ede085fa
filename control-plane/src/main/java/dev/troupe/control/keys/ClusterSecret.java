package dev.troupe.control.keys;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// From which other secrets are derived, the same for all gateways of a cluster. Never logged, never
/// part of {@link #toString}.
public final class ClusterSecret {
    private static final int BYTES = 32;
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    private final byte[] bytes;

    private ClusterSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @param random must be a secure one
    public static ClusterSecret draw(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new ClusterSecret(bytes);
    }

    /// Empty when `text` is not what {@link #text} gives.
    public static Optional<ClusterSecret> parse(String text) {
        return Optional.of(text.strip())
                .filter(hex -> FORM.matcher(hex).matches())
                .map(hex -> new ClusterSecret(HexFormat.of().parseHex(hex)));
    }

    /// For a private file, and for nothing else.
    public String text() {
        return HexFormat.of().formatHex(bytes);
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return "ClusterSecret[hidden]";
    }
}

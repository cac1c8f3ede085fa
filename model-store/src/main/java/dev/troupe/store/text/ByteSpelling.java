package dev.troupe.store.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/// Spells what has no token of its own: in the tokens for its bytes, or as unknown.
///
/// @param byByte ids by byte value, only those that are there
/// @param unknown stands for what cannot be spelled otherwise; nothing does when it is empty
record ByteSpelling(List<OptionalInt> byByte, OptionalInt unknown) {
    private static final int BYTES = 256;

    static ByteSpelling none(OptionalInt unknown) {
        return new ByteSpelling(List.of(), unknown);
    }

    /// @param byteId the token of a byte value
    static ByteSpelling of(IntFunction<OptionalInt> byteId, OptionalInt unknown) {
        OptionalInt[] byByte = new OptionalInt[BYTES];
        Arrays.setAll(byByte, byteId);
        return new ByteSpelling(List.of(byByte), unknown);
    }

    /// The ids for the bytes of a text; empty when one of them is missing.
    Optional<int[]> ids(String text) {
        if (byByte.isEmpty()) {
            return Optional.empty();
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] ids = new int[bytes.length];
        for (int i = 0; i < ids.length; i++) {
            OptionalInt id = byByte.get(Byte.toUnsignedInt(bytes[i]));
            if (id.isEmpty()) {
                return Optional.empty();
            }
            ids[i] = id.getAsInt();
        }
        return Optional.of(ids);
    }
}

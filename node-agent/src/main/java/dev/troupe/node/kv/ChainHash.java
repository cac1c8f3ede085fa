package dev.troupe.node.kv;

import java.nio.ByteBuffer;

/// What a full block holds, as a number: SHA-256 over the block before it and its own tokens. Two
/// blocks with the same hash come from the same domain, model and adapter and from the same tokens
/// since position 0; who takes a block compares all of that nevertheless.
public record ChainHash(long first, long second, long third, long fourth) {
    static final int BYTES = 4 * Long.BYTES;

    static ChainHash of(byte[] sha256) {
        ByteBuffer bytes = ByteBuffer.wrap(sha256);
        return new ChainHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    void putTo(ByteBuffer target) {
        target.putLong(first).putLong(second).putLong(third).putLong(fourth);
    }
}

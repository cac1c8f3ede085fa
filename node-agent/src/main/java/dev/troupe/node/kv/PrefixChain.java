package dev.troupe.node.kv;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.CacheDomain;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The hashes of one sequence's full blocks, from position 0 on. Only grows: what was read from it
/// stays true. Used by the engine's thread only.
public final class PrefixChain {
    /// Whose blocks may be found: nothing is shared between two roots.
    public record Root(CacheDomain domain, Digest model, Optional<Digest> adapter) {
        public Root {
            Objects.requireNonNull(domain, "domain");
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(adapter, "adapter");
        }

        private ChainHash hash() {
            MessageDigest sha256 = Digest.sha256();
            for (String part :
                    List.of(domain.key(), model.hex(), adapter.map(Digest::hex).orElse("none"))) {
                sha256.update(part.getBytes(StandardCharsets.US_ASCII));
                sha256.update((byte) 0);
            }
            return ChainHash.of(sha256.digest());
        }
    }

    private final Root root;
    private final int tokensHashed;
    private final MessageDigest sha256 = Digest.sha256();
    private final List<ChainHash> hashes = new ArrayList<>();
    private final List<int[]> tokens = new ArrayList<>();
    private ChainHash last;

    private PrefixChain(Root root, int tokensHashed) {
        this.root = root;
        this.tokensHashed = tokensHashed;
        this.last = root.hash();
    }

    public static PrefixChain from(Root root) {
        return new PrefixChain(root, AttentionShape.BLOCK);
    }

    /// A fault that a proof must catch: of each block only the first token is hashed and compared, so
    /// that prompts which differ later are taken for the same.
    public static PrefixChain careless(Root root) {
        return new PrefixChain(root, 1);
    }

    /// Adds every block that the first `known` of `all` fill and that is not here yet.
    ///
    /// @param all tokens from position 0 on; the first ones are those of the last call
    public void extend(int[] all, int known) {
        int size = AttentionShape.BLOCK;
        for (int block = hashes.size(); (block + 1) * size <= known; block++) {
            int[] own = Arrays.copyOfRange(all, block * size, (block + 1) * size);
            last = hash(last, own);
            hashes.add(last);
            tokens.add(own);
        }
    }

    /// One for each full block; a view that grows with the chain.
    public List<ChainHash> hashes() {
        return Collections.unmodifiableList(hashes);
    }

    int[] tokensOf(int block) {
        return tokens.get(block);
    }

    Root root() {
        return root;
    }

    /// Whether `sealed` holds what the chain's block `index` would, given that the blocks before it do.
    boolean matches(int index, SealedBlock sealed) {
        int[] own = tokens.get(index);
        return sealed.depth() == index
                && sealed.root().equals(root)
                && Arrays.equals(own, 0, tokensHashed, sealed.tokens(), 0, tokensHashed);
    }

    private ChainHash hash(ChainHash before, int[] own) {
        ByteBuffer input = ByteBuffer.allocate(ChainHash.BYTES + tokensHashed * Integer.BYTES);
        before.putTo(input);
        for (int i = 0; i < tokensHashed; i++) {
            input.putInt(own[i]);
        }
        return ChainHash.of(sha256.digest(input.array()));
    }
}

package dev.troupe.store.spec;

import dev.troupe.store.format.GgufMetadata;
import java.util.List;
import java.util.Set;

/// The hyper-parameters of a `llama` file, range-checked. A key that is not known here might change
/// what the model computes, so it is refused.
record LlamaKeys(GgufMetadata metadata) {
    private static final String PREFIX = "llama.";
    private static final String LAYERS = "llama.block_count";
    private static final String CONTEXT = "llama.context_length";
    private static final String WIDTH = "llama.embedding_length";
    private static final String FEED_FORWARD = "llama.feed_forward_length";
    private static final String HEADS = "llama.attention.head_count";
    private static final String KV_HEADS = "llama.attention.head_count_kv";
    private static final String KEY_LENGTH = "llama.attention.key_length";
    private static final String VALUE_LENGTH = "llama.attention.value_length";
    private static final String EPSILON = "llama.attention.layer_norm_rms_epsilon";
    private static final String ROPE_BASE = "llama.rope.freq_base";
    private static final String ROPE_WIDTH = "llama.rope.dimension_count";
    private static final String ROPE_SCALING = "llama.rope.scaling.";
    private static final String ROPE_SCALING_TYPE = "llama.rope.scaling.type";
    private static final String EXPERTS = "llama.expert_count";
    private static final String EXPERTS_USED = "llama.expert_used_count";
    private static final String VOCABULARY = "llama.vocab_size";
    private static final String TOKENS = "tokenizer.ggml.tokens";

    private static final Set<String> KNOWN = Set.of(
            LAYERS,
            CONTEXT,
            WIDTH,
            FEED_FORWARD,
            HEADS,
            KV_HEADS,
            KEY_LENGTH,
            VALUE_LENGTH,
            EPSILON,
            ROPE_BASE,
            ROPE_WIDTH,
            EXPERTS,
            EXPERTS_USED,
            VOCABULARY,
            "llama.tensor_data_layout");

    private static final int MAX_LAYERS = 1024;
    private static final int MAX_CONTEXT = 1 << 24;
    private static final int MAX_WIDTH = 1 << 17;
    private static final int MAX_FEED_FORWARD = 1 << 18;
    private static final int MAX_HEADS = 1024;
    private static final int MAX_HEAD_SIZE = 256;
    private static final double DEFAULT_ROPE_BASE = 10_000;
    private static final double MAX_ROPE_BASE = 1e12;

    /// @param vocabularySize rows of the embedding
    ModelSpec spec(int vocabularySize) {
        refuseUnknown();
        refuseExperts();
        checkVocabulary(vocabularySize);
        return new ModelSpec(
                "llama",
                vocabularySize,
                metadata.requireInteger(CONTEXT, 1, MAX_CONTEXT),
                width(),
                metadata.requireInteger(FEED_FORWARD, 1, MAX_FEED_FORWARD),
                metadata.requireInteger(LAYERS, 1, MAX_LAYERS),
                attention(),
                BlockSpec.plain(epsilon()));
    }

    /// @param rows of the embedding, which count where a file lists no tokens
    int tokenCount(int rows) {
        return metadata.strings(TOKENS).map(List::size).orElse(rows);
    }

    private int width() {
        return metadata.requireInteger(WIDTH, 1, MAX_WIDTH);
    }

    private AttentionSpec attention() {
        int heads = metadata.requireInteger(HEADS, 1, MAX_HEADS);
        int kvHeads = (int) metadata.integer(KV_HEADS, 1, heads).orElse(heads);
        if (heads % kvHeads != 0) {
            throw metadata.fault(KV_HEADS, "is " + kvHeads + "; it must divide the " + heads + " heads");
        }
        return AttentionSpec.plain(heads, kvHeads, headSize(heads), ropeBase());
    }

    private int headSize(int heads) {
        if (metadata.integer(KEY_LENGTH, 1, MAX_HEAD_SIZE).isEmpty() && width() % heads != 0) {
            throw metadata.fault(HEADS, "is " + heads + "; it must divide the width " + width());
        }
        int size = (int) metadata.integer(KEY_LENGTH, 1, MAX_HEAD_SIZE).orElse(width() / heads);
        if (size % 2 != 0 || size < 2 || size > MAX_HEAD_SIZE) {
            throw metadata.fault(
                    HEADS, "gives heads of size " + size + "; even sizes of 2 to " + MAX_HEAD_SIZE + " are supported");
        }
        requireSame(VALUE_LENGTH, size);
        requireSame(ROPE_WIDTH, size);
        return size;
    }

    private void requireSame(String key, int headSize) {
        long value = metadata.integer(key, 0, Integer.MAX_VALUE).orElse(headSize);
        if (value != headSize) {
            throw metadata.fault(key, "is " + value + "; only the head size, " + headSize + ", is supported");
        }
    }

    private double ropeBase() {
        double base = metadata.number(ROPE_BASE).orElse(DEFAULT_ROPE_BASE);
        if (base < 1 || base > MAX_ROPE_BASE) {
            throw metadata.fault(ROPE_BASE, "is " + base + "; allowed is 1 to " + MAX_ROPE_BASE);
        }
        return base;
    }

    private float epsilon() {
        double epsilon = metadata.requireNumber(EPSILON);
        if (!(epsilon > 0 && epsilon <= 1) || (float) epsilon == 0f) {
            throw metadata.fault(EPSILON, "is " + epsilon + "; allowed is above 0 up to 1");
        }
        return (float) epsilon;
    }

    private void refuseExperts() {
        for (String key : new String[] {EXPERTS, EXPERTS_USED}) {
            long count = metadata.integer(key, 0, Integer.MAX_VALUE).orElse(0);
            if (count != 0) {
                throw metadata.fault(key, "is " + count + "; experts are not supported, only 0 is");
            }
        }
    }

    private void checkVocabulary(int rows) {
        long declared = metadata.integer(VOCABULARY, 0, Integer.MAX_VALUE).orElse(rows);
        if (declared != rows) {
            throw metadata.fault(VOCABULARY, "is " + declared + ", but the embedding has " + rows + " rows");
        }
        int tokens = tokenCount(rows);
        if (tokens > rows) {
            throw metadata.fault(TOKENS, "has " + tokens + " tokens, but the embedding has " + rows + " rows");
        }
    }

    private void refuseUnknown() {
        boolean unscaled = metadata.string(ROPE_SCALING_TYPE).orElse("none").equals("none");
        for (String key : metadata.keys()) {
            if (key.startsWith(ROPE_SCALING)) {
                if (!unscaled || !key.equals(ROPE_SCALING_TYPE)) {
                    throw metadata.fault(key, "rope scaling is not supported");
                }
            } else if (key.startsWith(PREFIX) && !KNOWN.contains(key)) {
                throw metadata.fault(key, "is not known for llama; ignoring it could change results");
            }
        }
    }
}

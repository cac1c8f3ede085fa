package dev.troupe.control.fake;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import dev.troupe.store.text.TextModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Models whose tokens are bytes and whose template writes `role:content<|end|>`.
public final class FakeModels {
    public static final int CONTEXT = 512;
    public static final Instant CREATED = Instant.ofEpochSecond(1_700_000_000L);

    private FakeModels() {}

    public static Digest digest(char digit) {
        return new Digest("sha256:" + String.valueOf(digit).repeat(64));
    }

    public static ServedModel model(String name, List<String> aliases, char digit) {
        ModelSpec spec = new ModelSpec(
                "llama", 257, CONTEXT, 64, 128, 2, AttentionSpec.plain(4, 2, 16, 1e4), BlockSpec.plain(1e-5f));
        TextModel text = new TextModel(new LetterTokenizer(), Optional.of(FakeModels::render), "", "<|end|>");
        return new ServedModel(name, aliases, "system", digest(digit), spec, text, CREATED);
    }

    private static ProvenanceText render(Map<String, Object> values) {
        List<Run> runs = new ArrayList<>();
        for (Object message : (List<?>) values.get("messages")) {
            Map<?, ?> fields = (Map<?, ?>) message;
            String content = (String) fields.get("content");
            if (content.equals("raise")) {
                throw ServingException.of(ErrorCode.TEMPLATE_FAILED, "the template raised: no such thing");
            }
            runs.add(new Run(fields.get("role") + ":", Origin.TEMPLATE));
            runs.add(new Run(content, Origin.DATA));
            runs.add(new Run("<|end|>", Origin.TEMPLATE));
        }
        return new ProvenanceText(runs);
    }
}

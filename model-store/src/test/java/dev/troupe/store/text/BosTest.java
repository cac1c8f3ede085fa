package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.store.template.ProvenanceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One token begins a text where the model has one, and nobody can put a second one there.
final class BosTest {
    private static final String TURNS = "{% for m in messages %}{{ m.content }}{% endfor %}";

    /// The template owns it for chat, the tokenizer for raw text; one that a user writes is text.
    @ParameterizedTest
    @CsvSource({
        "llama,true,abc", "llama,true,<s>abc", "llama,false,abc", "llama,false,<s>abc",
        "gpt2,true,abc", "gpt2,true,<s>abc", "gpt2,false,abc", "gpt2,false,<s>abc"
    })
    void gw16ExactlyOneOrNone(String kind, boolean adds, String text) {
        TextModel model = model(kind, adds);
        int expected = adds ? 1 : 0;
        assertThat(count(raw(model, text))).isEqualTo(expected);
        assertThat(count(chat(model, text))).isEqualTo(expected);
        assertThat(raw(model, text).getFirst() == SmallVocabulary.BOS).isEqualTo(adds);
        assertThat(chat(model, text).getFirst() == SmallVocabulary.BOS).isEqualTo(adds);
    }

    private static TextModel model(String kind, boolean adds) {
        String template = adds ? "{{ bos_token }}" + TURNS : TURNS;
        return TextModels.fromGguf(SmallVocabulary.file(writer -> {
            var vocabulary =
                    kind.equals("llama") ? SmallVocabulary.sentencePiece() : SmallVocabulary.byteLevel("gpt-2");
            vocabulary.accept(writer);
            writer.put("tokenizer.ggml.add_bos_token", adds).put("tokenizer.chat_template", template);
        }));
    }

    private static List<Integer> raw(TextModel model, String text) {
        List<Integer> ids = new ArrayList<>();
        if (model.tokenizer().special().addBos()) {
            ids.addAll(model.tokenizer().special().bos());
        }
        ids.addAll(model.tokenizer().encode(text));
        return ids;
    }

    private static List<Integer> chat(TextModel model, String text) {
        ProvenanceText prompt = model.chatTemplate()
                .orElseThrow()
                .render(Map.of(
                        "messages",
                        List.of(Map.of("role", "user", "content", text)),
                        "bos_token",
                        model.bosText(),
                        "add_generation_prompt",
                        true));
        return model.tokenizer().encode(prompt);
    }

    private static int count(List<Integer> ids) {
        return Collections.frequency(ids, SmallVocabulary.BOS);
    }
}

package dev.troupe.control.plan;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.request.Conversation;
import dev.troupe.control.request.Prompt;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.template.ChatTemplate;
import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.text.TextModel;
import dev.troupe.store.text.Tokenizer.SpecialTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Text to token ids, as each endpoint means it. Long texts take a while: run it on a platform thread.
public final class PromptEncoder {
    /// Up to here the tokens are counted, so that a refusal can say how many there are.
    private static final int ALWAYS_COUNTED_CHARACTERS = 1 << 18;

    private PromptEncoder() {}

    /// Renders the model's template over a conversation; special tokens match in the template only. A
    /// first token is put in front by the template or by nobody.
    ///
    /// @throws ServingException `TEMPLATE_FAILED` when the template raises, `INVALID_REQUEST` when
    ///     the model has none, `CONTEXT_LENGTH_EXCEEDED` when it cannot fit
    public static List<Integer> chat(ServedModel model, Conversation conversation) {
        TextModel text = model.text();
        ChatTemplate template = text.chatTemplate()
                .orElseThrow(() -> ServingException.of(
                        ErrorCode.INVALID_REQUEST,
                        "model",
                        "the model '" + model.name() + "' has no chat template; use /v1/completions"));
        Map<String, Object> values = conversation.templateValues(template.style());
        values.put("bos_token", text.bosText());
        values.put("eos_token", text.eosText());
        ProvenanceText prompt = template.render(values);
        checkLength(
                model,
                prompt.runs().stream().mapToLong(run -> run.text().length()).sum(),
                "messages");
        return text.tokenizer().encode(prompt);
    }

    /// @param field for errors, for example `prompt[2]`
    public static List<Integer> prompt(ServedModel model, Prompt prompt, String field) {
        return switch (prompt) {
            case Prompt.Text(String text) -> {
                checkLength(model, text.length(), field);
                yield plain(model.text(), text);
            }
            case Prompt.Tokens(List<Integer> ids) -> {
                checkIds(model, ids, field);
                yield ids;
            }
        };
    }

    /// @throws ServingException `INVALID_REQUEST` for the first id outside the vocabulary
    public static void checkIds(ServedModel model, List<Integer> ids, String field) {
        int vocabularySize = model.text().tokenizer().vocabularySize();
        for (int i = 0; i < ids.size(); i++) {
            if (ids.get(i) >= vocabularySize) {
                String place = field + "[" + i + "]";
                throw ServingException.of(
                        ErrorCode.INVALID_REQUEST,
                        place,
                        place + " is " + ids.get(i) + "; the model's token ids are 0 to " + (vocabularySize - 1));
            }
        }
    }

    /// Counting tokens takes time and memory: a text that is hopelessly long is refused without.
    private static void checkLength(ServedModel model, long characters, String field) {
        int context = model.spec().contextLength();
        long leastTokens = Math.ceilDiv(characters, model.text().tokenizer().longestTokenCharacters());
        if (characters > ALWAYS_COUNTED_CHARACTERS && leastTokens > context) {
            throw ServingException.of(
                    ErrorCode.CONTEXT_LENGTH_EXCEEDED,
                    field,
                    field + " has " + characters + " characters, which are at least " + leastTokens
                            + " tokens; the model's context is " + context + " tokens");
        }
    }

    private static List<Integer> plain(TextModel model, String text) {
        SpecialTokens special = model.tokenizer().special();
        List<Integer> ids = new ArrayList<>(special.addBos() ? special.bos() : List.of());
        ids.addAll(model.tokenizer().encode(text));
        return ids;
    }
}

package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.store.format.GgufWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnEndsTest {
    /// Ids 0 to 9; 8 is user-defined, the others are control tokens.
    private static final List<String> TOKENS =
            List.of("<unk>", "<s>", "<eos>", "<u>", "<a>", "<pad>", "<stop>", "<eot>", "<note>", "<turn>");
    private static final String TURNS = "{% for m in messages %}<{{ m.role[0] }}>{{ m.content }} <turn>\n{% endfor %}";

    /// Bug EN-10: the file names 2 and 7, and only the template says that 9 ends a turn.
    @Test
    void en10TheEndOfTurnOfTheTemplateEndsAReplyToo() {
        Tokenizer tokenizer = tokenizer(TURNS);
        assertThat(tokenizer.special().endOfReply()).containsExactly(2, 7, 9);
        assertThat(tokenizer.bytes(9)).isEmpty();
    }

    /// A default system message ends as turns do, so the token stands before the question too.
    @Test
    void en10AlsoBehindASystemMessageOfTheTemplatesOwn() {
        String preamble = "{% if messages[0].role != 'system' %}<s>You help <turn>\n{% endif %}";
        assertThat(tokenizer(preamble + TURNS).special().endOfReply()).containsExactly(2, 7, 9);
    }

    /// A template that refuses system messages is asked without one.
    @Test
    void en10AlsoWhereSystemMessagesAreRefused() {
        String refusal = "{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}";
        assertThat(tokenizer(refusal + TURNS).special().endOfReply()).containsExactly(2, 7, 9);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {% for m in messages %}<u>{{ m.content }}{% endfor %}<u> | a token that opens turns
                    {% for m in messages %}<u>{{ m.content }}<note>{% endfor %} | a token with text of its own
                    {% for m in messages %}<u>{{ m.content }} and <turn>{% endfor %} | text before the token
                    {% for m in messages %}<turn>{% endfor %} | no message
                    {{ raise_exception('no') }}<turn> | a template that raises
                    """)
    void nothingElseOfATemplateEndsAReply(String template, String why) {
        assertThat(tokenizer(template).special().endOfReply()).as(why).containsExactly(2, 7);
    }

    private static Tokenizer tokenizer(String template) {
        List<String> tokens = new ArrayList<>(TOKENS);
        List<Integer> types = new ArrayList<>(Collections.nCopies(TOKENS.size(), 3));
        types.set(0, 2);
        types.set(8, 4);
        List<Float> scores = new ArrayList<>(Collections.nCopies(TOKENS.size(), 0f));
        for (int value = 0; value < 256; value++) {
            tokens.add("<0x%02X>".formatted(value));
            types.add(6);
            scores.add(0f);
        }
        Consumer<GgufWriter> file = writer -> writer.put("tokenizer.ggml.model", "llama")
                .put("tokenizer.ggml.tokens", tokens)
                .put("tokenizer.ggml.token_type", SmallVocabulary.ints(types))
                .put("tokenizer.ggml.scores", SmallVocabulary.floats(scores))
                .put("tokenizer.ggml.bos_token_id", 1)
                .put("tokenizer.ggml.eos_token_id", 2)
                .put("tokenizer.ggml.eot_token_id", 7)
                .put("tokenizer.chat_template", template);
        return SmallVocabulary.tokenizer(file);
    }
}

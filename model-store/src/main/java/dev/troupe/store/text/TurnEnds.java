package dev.troupe.store.text;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.template.ChatTemplate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Asks a template which token ends an assistant's turn: the control token that it writes right
/// behind such a message. Files often do not name it.
record TurnEnds(Vocabulary vocabulary, String bosText, String eosText) {
    private static final String QUESTION = "troupequestion";
    private static final String REPLY = "troupereply";

    /// Empty when the template writes none there, writes one that opens turns too, or cannot render
    /// a question and its reply.
    OptionalInt of(ChatTemplate template) {
        Optional<String> rendered = render(template);
        int question = rendered.map(text -> text.indexOf(QUESTION)).orElse(-1);
        int reply = rendered.map(text -> text.lastIndexOf(REPLY)).orElse(-1);
        if (question < 0 || reply < question) {
            return OptionalInt.empty();
        }
        String opening = rendered.get().substring(0, question);
        String behind = rendered.get().substring(reply + REPLY.length()).stripLeading();
        return IntStream.range(0, vocabulary.size())
                .filter(id -> vocabulary.type(id) == TokenType.CONTROL && vocabulary.isLiteral(id))
                .filter(id -> behind.startsWith(vocabulary.token(id)))
                .boxed()
                .max(Comparator.comparing(id -> vocabulary.token(id).length()))
                .filter(id -> !opening.contains(vocabulary.token(id)))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    private Optional<String> render(ChatTemplate template) {
        List<Map<String, String>> messages =
                List.of(Map.of("role", "user", "content", QUESTION), Map.of("role", "assistant", "content", REPLY));
        try {
            return Optional.of(template.render(Map.of(
                            "messages", messages,
                            "add_generation_prompt", false,
                            "bos_token", bosText,
                            "eos_token", eosText))
                    .plain());
        } catch (ServingException e) {
            return Optional.empty();
        }
    }
}

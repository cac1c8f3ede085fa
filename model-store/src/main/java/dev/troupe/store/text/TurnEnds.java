package dev.troupe.store.text;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.template.ChatTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Asks a template which token ends an assistant's turn: the control token that it writes right
/// behind such a message. Files often do not name it.
record TurnEnds(Vocabulary vocabulary, String bosText, String eosText) {
    private static final String PREAMBLE = "troupepreamble";
    private static final String QUESTION = "troupequestion";
    private static final String REPLY = "troupereply";

    /// What a template writes around one question and its reply.
    ///
    /// @param start before everything that was asked to be written
    /// @param opening from a system message, if it took one, to the question
    /// @param behind the reply
    private record Turn(String start, String opening, String behind) {
        /// A token that ends turns may end the system message too, and stands nowhere else before the
        /// question.
        boolean isOpenedWith(String token) {
            String further = opening.startsWith(token) ? opening.substring(token.length()) : opening;
            return start.contains(token) || further.contains(token);
        }
    }

    /// Empty when the template writes none there, writes one that opens turns too, or cannot render
    /// a question and its reply.
    OptionalInt of(ChatTemplate template) {
        // A template without a system message may write one of its own, which ends as all turns do.
        return turn(template, true)
                .or(() -> turn(template, false))
                .map(this::end)
                .orElse(OptionalInt.empty());
    }

    private OptionalInt end(Turn turn) {
        return IntStream.range(0, vocabulary.size())
                .filter(id -> vocabulary.type(id) == TokenType.CONTROL && vocabulary.isLiteral(id))
                .filter(id -> turn.behind().startsWith(vocabulary.token(id)))
                .boxed()
                .max(Comparator.comparing(id -> vocabulary.token(id).length()))
                .filter(id -> !turn.isOpenedWith(vocabulary.token(id)))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    private Optional<Turn> turn(ChatTemplate template, boolean preamble) {
        return render(template, preamble).flatMap(text -> {
            int system = preamble ? text.indexOf(PREAMBLE) : 0;
            int question = text.indexOf(QUESTION);
            int reply = text.lastIndexOf(REPLY);
            if (system < 0 || question < system || reply < question) {
                return Optional.empty();
            }
            String start = preamble ? text.substring(0, system) : text.substring(0, question);
            String opening = preamble ? text.substring(system + PREAMBLE.length(), question) : "";
            String behind = text.substring(reply + REPLY.length());
            return Optional.of(new Turn(start, opening.stripLeading(), behind.stripLeading()));
        });
    }

    private Optional<String> render(ChatTemplate template, boolean preamble) {
        List<Map<String, String>> messages = new ArrayList<>();
        if (preamble) {
            messages.add(Map.of("role", "system", "content", PREAMBLE));
        }
        messages.add(Map.of("role", "user", "content", QUESTION));
        messages.add(Map.of("role", "assistant", "content", REPLY));
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

package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.client.ChatRequest;
import dev.troupe.cli.client.ChatRequest.Message;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ConversationTest {
    private static final ChatRequest.Options OPTIONS = new ChatRequest.Options(
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalInt.empty(), 1, OptionalInt.empty());

    private final Conversation conversation = new Conversation("m", Optional.of("be brief"));

    @Test
    void everyQuestionCarriesWhatWasSaidBefore() {
        conversation.answered("one", "1");

        assertThat(conversation.ask("two", OPTIONS).messages())
                .containsExactly(
                        new Message("system", "be brief"),
                        new Message("user", "one"),
                        new Message("assistant", "1"),
                        new Message("user", "two"));
    }

    @Test
    void aQuestionWithoutAnAnswerLeavesNoTrace() {
        conversation.ask("lost", OPTIONS);

        assertThat(conversation.ask("two", OPTIONS).messages())
                .containsExactly(new Message("system", "be brief"), new Message("user", "two"));
    }

    @Test
    void clearKeepsTheInstructions() {
        conversation.answered("one", "1");
        conversation.clear();

        assertThat(conversation.turnCount()).isZero();
        assertThat(conversation.ask("two", OPTIONS).messages()).hasSize(2);
    }
}

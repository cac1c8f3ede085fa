import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// LangChain4j against a running server.
final class LangChain4j {
    private static final String QUESTION = "Name three rivers.";
    private static final int PATIENCE_SECONDS = 60;

    private LangChain4j() {}

    public static void main(String[] arguments) {
        new Checks("langchain4j")
                .run("chat", LangChain4j::chat)
                .run("conversation", LangChain4j::conversation)
                .run("stream = whole, with usage", LangChain4j::stream)
                .run("seeds", LangChain4j::seeds)
                .run("abort of a stream", LangChain4j::abort)
                .run("401", () -> refused(AuthenticationException.class, model().apiKey("sk-nobody")))
                .run("404", () -> refused(ModelNotFoundException.class, model().modelName("nobody")))
                .run("400", () -> refused(InvalidRequestException.class, model().temperature(3.0)))
                .run("error in a stream", LangChain4j::errorInStream)
                .end();
    }

    private static OpenAiChatModel.OpenAiChatModelBuilder model() {
        return OpenAiChatModel.builder()
                .baseUrl(Checks.URL + "/v1")
                .apiKey(Checks.KEY)
                .modelName(Checks.MODEL)
                .maxTokens(24)
                .seed(7)
                .maxRetries(0);
    }

    private static OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder streaming() {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(Checks.URL + "/v1")
                .apiKey(Checks.KEY)
                .modelName(Checks.MODEL)
                .maxTokens(24)
                .seed(7);
    }

    private static Object chat() {
        ChatResponse reply = model().build().chat(UserMessage.from(QUESTION));
        Checks.check(!reply.aiMessage().text().isEmpty(), "the reply is empty");
        return reply.tokenUsage().outputTokenCount() + " tokens, " + reply.finishReason();
    }

    private static Object conversation() {
        model().build().chat(List.of(SystemMessage.from("Be brief."), UserMessage.from(QUESTION)));
        return "";
    }

    private static Object stream() throws Exception {
        Gathered gathered = new Gathered(false);
        streaming().build().chat(QUESTION, gathered);
        ChatResponse streamed = gathered.end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        ChatResponse whole = model().build().chat(UserMessage.from(QUESTION));
        Checks.same(gathered.text.toString(), whole.aiMessage().text());
        Checks.same(streamed.tokenUsage().outputTokenCount(), whole.tokenUsage().outputTokenCount());
        Checks.same(streamed.finishReason(), whole.finishReason());
        return streamed.tokenUsage().outputTokenCount() + " tokens";
    }

    private static Object seeds() {
        Checks.same(model().build().chat(QUESTION), model().build().chat(QUESTION));
        return "";
    }

    private static Object abort() throws Exception {
        Gathered gathered = new Gathered(true);
        streaming()
                .maxTokens(2000)
                .customParameters(Map.of("ignore_eos", true))
                .build()
                .chat(QUESTION, gathered);
        gathered.cancelled.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Checks.awaitRunning(running -> running == 0);
        return "";
    }

    private static Object errorInStream() throws Exception {
        Gathered gathered = new Gathered(false);
        streaming().modelName("nobody").build().chat(QUESTION, gathered);
        Throwable failure = gathered.end.handle((_, error) -> error).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Checks.same(failure.getClass(), ModelNotFoundException.class);
        return "";
    }

    private static Object refused(
            Class<? extends LangChain4jException> kind, OpenAiChatModel.OpenAiChatModelBuilder model) {
        try {
            model.build().chat(QUESTION);
        } catch (LangChain4jException e) {
            Checks.same(e.getClass(), kind);
            return "";
        }
        throw new AssertionError(kind.getSimpleName() + " was not thrown");
    }

    /// A stream's pieces; leaves at the first one if it is told so.
    private static final class Gathered implements StreamingChatResponseHandler {
        private final boolean leave;
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<ChatResponse> end = new CompletableFuture<>();
        private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();

        Gathered(boolean leave) {
            this.leave = leave;
        }

        @Override
        public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            text.append(piece.text());
            if (leave) {
                context.streamingHandle().cancel();
                cancelled.complete(true);
            }
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            end.complete(response);
        }

        @Override
        public void onError(Throwable failure) {
            end.completeExceptionally(failure);
        }
    }
}

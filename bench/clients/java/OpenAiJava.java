import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.completions.Completion;
import com.openai.models.completions.CompletionCreateParams;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// The official Java client against a running server.
final class OpenAiJava {
    private static final OpenAIClient CLIENT = client(Checks.KEY);

    private OpenAiJava() {}

    public static void main(String[] arguments) {
        new Checks("openai-java")
                .run("models", OpenAiJava::models)
                .run("chat", OpenAiJava::chat)
                .run("stream = whole", OpenAiJava::stream)
                .run("usage in a stream", OpenAiJava::usageInStream)
                .run("seeds", OpenAiJava::seeds)
                .run("n = 2", OpenAiJava::choices)
                .run("logprobs of a completion", OpenAiJava::completionLogprobs)
                .run("abort of a stream", OpenAiJava::abort)
                .run("401", () -> refused(UnauthorizedException.class, "invalid_api_key", client("sk-nobody")
                        .models()::list))
                .run("404", () -> refused(NotFoundException.class, "model_not_found", () -> create(
                        ask().model("nobody"))))
                .run("400", () -> refused(BadRequestException.class, "invalid_request", () -> create(
                        ask().temperature(3))))
                .run("429", OpenAiJava::overloaded)
                .end();
    }

    private static OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(Checks.URL + "/v1")
                .apiKey(key)
                .maxRetries(0)
                .build();
    }

    private static ChatCompletionCreateParams.Builder ask() {
        return ChatCompletionCreateParams.builder()
                .model(Checks.MODEL)
                .addUserMessage("Name three rivers.")
                .maxTokens(24)
                .seed(7);
    }

    private static ChatCompletionCreateParams.Builder longAsk() {
        return ask().maxTokens(2000).putAdditionalBodyProperty("ignore_eos", com.openai.core.JsonValue.from(true));
    }

    private static ChatCompletion create(ChatCompletionCreateParams.Builder ask) {
        return CLIENT.chat().completions().create(ask.build());
    }

    private static StreamResponse<ChatCompletionChunk> stream(ChatCompletionCreateParams.Builder ask) {
        return CLIENT.chat().completions().createStreaming(ask.build());
    }

    private static String text(ChatCompletion reply, int choice) {
        return reply.choices().get(choice).message().content().orElseThrow();
    }

    private static Object models() {
        List<String> names = CLIENT.models().list().data().stream()
                .map(model -> model.id())
                .toList();
        Checks.same(CLIENT.models().retrieve(Checks.MODEL).id(), names.getFirst());
        return names.size() + " listed";
    }

    private static Object chat() {
        ChatCompletion reply = create(ask());
        Checks.check(!text(reply, 0).isEmpty(), "the reply is empty");
        reply.validate();
        return reply.usage().orElseThrow().completionTokens() + " tokens";
    }

    private static Object stream() {
        try (StreamResponse<ChatCompletionChunk> events = stream(ask())) {
            String text = events.stream()
                    .map(event -> event.choices().getFirst().delta().content().orElse(""))
                    .collect(Collectors.joining());
            Checks.same(text, text(create(ask()), 0));
        }
        return "";
    }

    private static Object usageInStream() {
        ChatCompletionStreamOptions options =
                ChatCompletionStreamOptions.builder().includeUsage(true).build();
        try (StreamResponse<ChatCompletionChunk> events = stream(ask().streamOptions(options))) {
            List<ChatCompletionChunk> all = events.stream().toList();
            Checks.same(all.stream().filter(event -> event.usage().isPresent()).count(), 1L);
            Checks.check(all.getLast().choices().isEmpty(), "the event with the usage has choices");
            return all.getLast().usage().orElseThrow().totalTokens() + " tokens";
        }
    }

    private static Object seeds() {
        Checks.same(text(create(ask()), 0), text(create(ask()), 0));
        Checks.check(!text(create(ask()), 0).equals(text(create(ask().seed(8)), 0)), "seeds 7 and 8 give the same");
        return "";
    }

    private static Object choices() {
        ChatCompletion two = create(ask().n(2));
        Checks.same(two.choices().stream().map(choice -> choice.index()).toList(), List.of(0L, 1L));
        Checks.same(text(two, 0), text(create(ask()), 0));
        Checks.check(!text(two, 0).equals(text(two, 1)), "both choices are equal");
        return "";
    }

    private static Object completionLogprobs() {
        Completion reply = CLIENT.completions()
                .create(CompletionCreateParams.builder()
                        .model(Checks.MODEL)
                        .prompt("The sky is")
                        .maxTokens(8)
                        .logprobs(2)
                        .build());
        List<Double> scores =
                reply.choices().getFirst().logprobs().orElseThrow().tokenLogprobs().orElseThrow();
        Checks.same((long) scores.size(), reply.usage().orElseThrow().completionTokens());
        return scores.size() + " tokens";
    }

    private static Object abort() throws Exception {
        StreamResponse<ChatCompletionChunk> events = stream(longAsk());
        events.stream().findFirst().orElseThrow();
        Checks.awaitRunning(running -> running > 0);
        events.close();
        Checks.awaitRunning(running -> running == 0);
        return "";
    }

    private static Object overloaded() throws Exception {
        StreamResponse<ChatCompletionChunk> first = stream(longAsk().n(128));
        StreamResponse<ChatCompletionChunk> second = stream(longAsk().n(128));
        try {
            return refused(RateLimitException.class, "overloaded", () -> create(ask()));
        } finally {
            first.close();
            second.close();
            Checks.awaitRunning(running -> running == 0);
        }
    }

    private static Object refused(Class<? extends OpenAIServiceException> kind, String code, Callable<?> call)
            throws Exception {
        try {
            call.call();
        } catch (OpenAIServiceException e) {
            Checks.same(e.getClass(), kind);
            Checks.same(e.code().orElseThrow(), code);
            return e.getMessage();
        }
        throw new AssertionError(kind.getSimpleName() + " was not thrown");
    }
}

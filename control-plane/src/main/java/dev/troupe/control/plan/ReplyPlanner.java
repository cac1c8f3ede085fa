package dev.troupe.control.plan;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.json.RequestReader;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.request.ChatRequest;
import dev.troupe.control.request.CompletionRequest;
import dev.troupe.control.request.Prompt;
import dev.troupe.control.request.ReplyOptions;
import dev.troupe.control.request.ReplyOptions.SamplingOptions;
import dev.troupe.control.request.ReplyOptions.StopOptions;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.ChoiceSeed;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides what a node is asked for one request of a client. Pure, apart from the time that
/// counting tokens takes.
///
/// @param id of the reply, for logs and for the client
/// @param numericsClass of the node that will answer
/// @param cacheDomain where KV of earlier requests may be found
/// @param drawnSeed taken when the client gave none
public record ReplyPlanner(Limits limits, String id, String numericsClass, CacheDomain cacheDomain, long drawnSeed) {
    /// What `max_tokens` of `/v1/completions` is for clients that leave it out, as they expect.
    static final int DEFAULT_COMPLETION_TOKENS = 16;

    /// @throws ServingException when the request does not fit the model or the limits
    public ReplyPlan chat(ServedModel model, ChatRequest request) {
        List<Integer> prompt = PromptEncoder.chat(model, request.conversation());
        Shape shape = new Shape(request.options(), limits.defaultMaxTokens(), false);
        checkIds(model, request.options());
        return plan(model, shape, choices(model, shape, prompt, "messages"));
    }

    /// @throws ServingException when a prompt does not fit the model or the limits
    public ReplyPlan completion(ServedModel model, CompletionRequest request) {
        List<Prompt> prompts = request.prompts();
        if (prompts.size() > limits.maxPrompts()) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST,
                    "prompt",
                    "prompt has " + prompts.size() + " prompts; at most " + limits.maxPrompts());
        }
        int usual = Math.min(DEFAULT_COMPLETION_TOKENS, limits.defaultMaxTokens());
        Shape shape = new Shape(request.options(), usual, request.echo());
        checkIds(model, request.options());
        List<GenerationRequest> choices = new ArrayList<>();
        for (int i = 0; i < prompts.size(); i++) {
            String field = prompts.size() == 1 ? "prompt" : "prompt[" + i + "]";
            choices.addAll(choices(model, shape, PromptEncoder.prompt(model, prompts.get(i), field), field));
        }
        return plan(model, shape, choices);
    }

    private record Shape(ReplyOptions options, int usualMaxTokens, boolean echo) {
        Scoring scoring() {
            return options.logprobs()
                    .map(asked -> new Scoring(asked.topCount(), echo))
                    .orElse(Scoring.none());
        }
    }

    private ReplyPlan plan(ServedModel model, Shape shape, List<GenerationRequest> choices) {
        ReplyOptions options = shape.options();
        return new ReplyPlan(
                model,
                choices,
                options.n(),
                options.stop().strings(),
                options.logprobs(),
                shape.echo(),
                seed(options.sampling()));
    }

    /// All choices of one prompt.
    private List<GenerationRequest> choices(ServedModel model, Shape shape, List<Integer> prompt, String field) {
        int maxTokens = maxTokens(model, shape, prompt.size(), field);
        StopTokens stopTokens = stopTokens(model, shape.options().stop(), maxTokens);
        List<GenerationRequest> choices = new ArrayList<>(shape.options().n());
        for (int choice = 0; choice < shape.options().n(); choice++) {
            choices.add(new GenerationRequest(
                    id,
                    new ServingTarget(model.digest(), numericsClass),
                    Optional.of(cacheDomain),
                    prompt,
                    maxTokens,
                    stopTokens,
                    sampling(shape.options().sampling(), choice),
                    shape.scoring()));
        }
        return choices;
    }

    private static void checkIds(ServedModel model, ReplyOptions options) {
        PromptEncoder.checkIds(model, options.stop().ids(), "stop_token_ids");
        int vocabularySize = model.text().tokenizer().vocabularySize();
        options.sampling().logitBias().keySet().stream()
                .filter(id -> id >= vocabularySize)
                .min(Integer::compare)
                .ifPresent(id -> {
                    throw RequestReader.wrongAt(
                            "logit_bias",
                            "has the id " + id + "; the model's token ids are 0 to " + (vocabularySize - 1));
                });
    }

    private static StopTokens stopTokens(ServedModel model, StopOptions stop, int maxTokens) {
        if (stop.minTokens() > maxTokens) {
            throw RequestReader.wrongAt(
                    "min_tokens", "is " + stop.minTokens() + "; at most " + maxTokens + " tokens are generated");
        }
        Set<Integer> ids = new LinkedHashSet<>(stop.ids());
        if (!stop.ignoreEos()) {
            ids.addAll(model.text().tokenizer().special().endOfReply());
        }
        return new StopTokens(List.copyOf(ids), stop.minTokens());
    }

    private SamplingParams sampling(SamplingOptions options, int choice) {
        return new SamplingParams(
                options.temperature(),
                options.topK(),
                options.topP(),
                options.minP(),
                ChoiceSeed.of(seed(options), choice),
                options.penalties(),
                options.logitBias());
    }

    private int maxTokens(ServedModel model, Shape shape, int promptTokens, String field) {
        int context = model.spec().contextLength();
        int room = context - promptTokens;
        if (promptTokens == 0) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST, field, field + " has no tokens; at least one is needed");
        }
        int least = shape.echo() ? 0 : 1;
        if (room < shape.options().maxTokens().orElse(least)) {
            String asked = shape.options()
                    .maxTokens()
                    .map(tokens -> " and max_tokens is " + tokens)
                    .orElse(" and leaves no room for a reply");
            throw tooLong(
                    field,
                    "has " + promptTokens + " tokens" + asked + "; the model's context is " + context + " tokens");
        }
        if (promptTokens > limits.maxPromptTokens()) {
            throw tooLong(field, "has " + promptTokens + " tokens; the limit here is " + limits.maxPromptTokens());
        }
        return shape.options().maxTokens().orElse(Math.min(room, shape.usualMaxTokens()));
    }

    private long seed(SamplingOptions sampling) {
        return sampling.seed().orElse(drawnSeed);
    }

    private static ServingException tooLong(String field, String problem) {
        return ServingException.of(ErrorCode.CONTEXT_LENGTH_EXCEEDED, field, field + " " + problem);
    }
}

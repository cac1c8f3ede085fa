package dev.troupe.control.request;

import dev.troupe.control.json.RequestReader;
import java.util.List;
import java.util.Set;

/// The body of `POST /v1/completions`.
///
/// @param prompts at least one; each gets one choice, with its place as `index`
/// @param echo whether a choice's text starts with its prompt
/// @param unknownFields names that mean nothing here; they are counted, not obeyed
public record CompletionRequest(
        String model, List<Prompt> prompts, boolean echo, ReplyOptions options, Set<String> unknownFields) {
    /// @throws dev.troupe.protocol.ServingException for the first thing that is wrong
    public static CompletionRequest parse(byte[] body) {
        RequestReader reader = RequestReader.of(body);
        String model = reader.requiredText("model");
        List<Prompt> prompts = Prompts.read(reader);
        boolean echo = reader.flag("echo").orElse(false);
        ReplyOptions options = ReplyOptionsReader.forCompletion(reader);
        if (!echo && options.maxTokens().filter(tokens -> tokens == 0).isPresent()) {
            throw reader.wrong("max_tokens", "is 0; the least is 1, or 0 when echo is true");
        }
        NotBuilt.refuse(reader);
        return new CompletionRequest(model, prompts, echo, options, reader.unknownFields());
    }
}

package dev.troupe.store.template;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.time.Clock;
import java.util.List;
import java.util.function.LongSupplier;

/// Compiles chat templates.
public final class ChatTemplates {
    private ChatTemplates() {}

    /// Compiles with standard limits and the system's clock, in its own time zone.
    ///
    /// @throws ServingException `TEMPLATE_FAILED` with line and reason
    public static ChatTemplate compile(String source) {
        return compile(source, TemplateLimits.standard(), Clock.systemDefaultZone());
    }

    /// Compiles the template of a model that is to be served: what its language lacks here shows now,
    /// not in a request, and {@link ChatTemplate#style} is looked for.
    ///
    /// @throws ServingException `TEMPLATE_FAILED` with line and reason, also when it can render no
    ///     conversation
    public static ChatTemplate load(String source) {
        return load(source, TemplateLimits.standard(), Clock.systemDefaultZone());
    }

    static ChatTemplate load(String source, TemplateLimits limits, Clock clock) {
        JinjaTemplate template = compiled(source, limits, clock, System::nanoTime);
        StyleProbe probe = StyleProbe.of(template);
        probe.unsupported().ifPresent(reason -> {
            throw failed(reason);
        });
        return template.withStyle(probe.style());
    }

    /// @param clock what `strftime_now` reads
    /// @throws ServingException `TEMPLATE_FAILED` with line and reason
    public static ChatTemplate compile(String source, TemplateLimits limits, Clock clock) {
        return compiled(source, limits, clock, System::nanoTime);
    }

    static JinjaTemplate compiled(String source, TemplateLimits limits, Clock clock, LongSupplier nanoseconds) {
        if (source.length() > limits.sourceChars()) {
            throw failed("is " + source.length() + " characters long; the limit is " + limits.sourceChars());
        }
        try {
            List<Statement> body = new StatementParser(Lexer.tokens(source), limits.depth()).template();
            return new JinjaTemplate(body, limits, clock, nanoseconds, ChatStyle.PLAIN);
        } catch (TemplateSyntax e) {
            throw failed("line " + e.line() + ": " + e.getMessage());
        }
    }

    static ServingException failed(String reason) {
        String shown = reason.length() > 500 ? reason.substring(0, 500) + "..." : reason;
        return ServingException.of(ErrorCode.TEMPLATE_FAILED, "chat template, " + shown);
    }
}

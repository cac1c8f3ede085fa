package dev.troupe.store.template;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// A parsed template, ready to be walked.
///
/// @param clock for `strftime_now`
/// @param nanoseconds what limits its time
record JinjaTemplate(
        List<Statement> body, TemplateLimits limits, Clock clock, LongSupplier nanoseconds, ChatStyle style)
        implements ChatTemplate {

    @Override
    public ProvenanceText render(Map<String, Object> values) {
        Budget budget = new Budget(limits, nanoseconds);
        try {
            return run(values, budget);
        } catch (TemplateFault e) {
            throw ChatTemplates.failed("line " + budget.line() + ": " + e.getMessage());
        }
    }

    /// What of the language the template needs and does not get; absent when it renders, or refuses
    /// the values itself.
    Optional<String> unsupported(Map<String, Object> values) {
        Budget budget = new Budget(limits, nanoseconds);
        try {
            run(values, budget);
            return Optional.empty();
        } catch (TemplateFault e) {
            return e.isRaised() ? Optional.empty() : Optional.of("line " + budget.line() + ": " + e.getMessage());
        }
    }

    JinjaTemplate withStyle(ChatStyle found) {
        return new JinjaTemplate(body, limits, clock, nanoseconds, found);
    }

    private ProvenanceText run(Map<String, Object> values, Budget budget) {
        Frame frame = Frame.root(Globals.functions(clock), budget);
        Conversion conversion = new Conversion(budget);
        values.forEach((name, value) -> frame.set(name, conversion.global(name, value)));
        TextBuilder out = new TextBuilder(budget, limits.outputChars());
        Statement.run(body, frame.child(), out);
        return out.build().provenance();
    }
}

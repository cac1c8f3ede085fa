package dev.troupe.store.template;

import java.time.Clock;
import java.util.List;
import java.util.Map;

/// A parsed template, ready to be walked.
record JinjaTemplate(List<Statement> body, TemplateLimits limits, Clock clock) implements ChatTemplate {

    @Override
    public ProvenanceText render(Map<String, Object> values) {
        Budget budget = new Budget(limits);
        try {
            Frame frame = Frame.root(Globals.functions(clock), budget);
            Conversion conversion = new Conversion(budget);
            values.forEach((name, value) -> frame.set(name, conversion.global(name, value)));
            TextBuilder out = new TextBuilder(budget, limits.outputChars());
            Statement.run(body, frame.child(), out);
            return out.build().provenance();
        } catch (TemplateFault e) {
            throw ChatTemplates.failed("line " + budget.line() + ": " + e.getMessage());
        }
    }
}

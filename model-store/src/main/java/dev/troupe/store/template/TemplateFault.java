package dev.troupe.store.template;

/// What went wrong inside a template, before its line is known.
final class TemplateFault extends RuntimeException {
    private final boolean raised;

    TemplateFault(String reason) {
        this(reason, false);
    }

    private TemplateFault(String reason, boolean raised) {
        super(reason, null, false, false);
        this.raised = raised;
    }

    /// What a template refuses itself, by `raise_exception`.
    static TemplateFault raised(String message) {
        return new TemplateFault("the template says: " + message, true);
    }

    boolean isRaised() {
        return raised;
    }
}

package dev.troupe.store.template;

/// What went wrong inside a template, before its line is known.
final class TemplateFault extends RuntimeException {
    TemplateFault(String reason) {
        super(reason, null, false, false);
    }
}

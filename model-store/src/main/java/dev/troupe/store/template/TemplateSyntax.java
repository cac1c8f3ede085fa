package dev.troupe.store.template;

/// A template that cannot be read.
final class TemplateSyntax extends RuntimeException {
    private final int line;

    TemplateSyntax(int line, String reason) {
        super(reason, null, false, false);
        this.line = line;
    }

    int line() {
        return line;
    }
}

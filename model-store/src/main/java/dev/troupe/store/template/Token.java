package dev.troupe.store.template;

/// @param text of DATA as it will be written; of STRING without quotes and escapes
record Token(Kind kind, String text, int line) {
    enum Kind {
        DATA,
        OUTPUT_BEGIN,
        OUTPUT_END,
        BLOCK_BEGIN,
        BLOCK_END,
        NAME,
        STRING,
        INTEGER,
        REAL,
        OPERATOR,
        END
    }

    boolean is(Kind wanted, String wantedText) {
        return kind == wanted && text.equals(wantedText);
    }

    /// For messages.
    String shown() {
        return switch (kind) {
            case END -> "the end of the template";
            case BLOCK_END -> "the end of the tag";
            case OUTPUT_END -> "the end of the output tag";
            case DATA, OUTPUT_BEGIN, BLOCK_BEGIN -> "text outside of a tag";
            default -> "'" + text + "'";
        };
    }
}

package dev.troupe.store.template;

/// In which forms a template wants what a conversation can hold in several.
///
/// @param contentAsParts a message's content as a list of `{type: text, text}`, not as a string
/// @param argumentsAsText a call's arguments as the text that the model wrote, not as a mapping
/// @param nullContent a message without content has `none`, not an empty string
/// @param nullTools without tools `tools` is `none`, as `transformers` has it; else it is not defined
public record ChatStyle(boolean contentAsParts, boolean argumentsAsText, boolean nullContent, boolean nullTools) {
    /// Strings, mappings, empty strings, and `none` for no tools.
    public static final ChatStyle PLAIN = new ChatStyle(false, false, false, true);
}

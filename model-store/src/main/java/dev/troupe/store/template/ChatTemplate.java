package dev.troupe.store.template;

import java.util.Map;

/// A compiled chat template. Thread-safe and immutable.
public interface ChatTemplate {
    /// Renders with `values` as global variables: strings, numbers, booleans, `null`, lists and
    /// maps of these; usually `messages`, `add_generation_prompt`, `bos_token`, `eos_token`.
    /// Strings in `values` are data, except those whose keys are in the template's own hands
    /// (`bos_token`, `eos_token`), which are the template's. So are roles out of a closed list
    /// (`system`, `developer`, `user`, `assistant`, `tool`, `function`) under a key `role`: templates
    /// build special tokens such as `<|user|>` from them.
    ///
    /// @throws dev.troupe.protocol.ServingException `TEMPLATE_FAILED` when the template raises,
    ///     uses what it may not or exceeds a limit; the message says which and where
    ProvenanceText render(Map<String, Object> values);

    /// In which forms it wants what a conversation can hold in several.
    default ChatStyle style() {
        return ChatStyle.PLAIN;
    }
}

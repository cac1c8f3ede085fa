package dev.troupe.store.text;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.template.ChatTemplate;
import dev.troupe.store.template.ChatTemplates;

/// A template that cannot be compiled does not make a model unusable: rendering it fails with the
/// reason.
final class Templates {
    private Templates() {}

    static ChatTemplate compile(String source) {
        try {
            return ChatTemplates.compile(source);
        } catch (ServingException e) {
            return _ -> {
                throw ServingException.causedBy(e.code(), e.getMessage(), e);
            };
        }
    }
}

package dev.troupe.store.text;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.List;

/// Texts whose author is known.
final class Prompts {
    private Prompts() {}

    /// All of it written by a template.
    static ProvenanceText template(String text) {
        return new ProvenanceText(List.of(new Run(text, Origin.TEMPLATE)));
    }
}

package dev.troupe.app.server;

import java.nio.file.Path;
import java.util.List;

/// A model that is to be served.
///
/// @param name name and tag
/// @param aliases other words for it
/// @param owner tenant that brought it
/// @param file a GGUF file, or a folder of safetensors
public record ModelWish(String name, List<String> aliases, String owner, Path file) {
    public ModelWish {
        aliases = List.copyOf(aliases);
    }

    /// The shortest word for it.
    public String word() {
        return aliases.isEmpty() ? name : aliases.getFirst();
    }
}

package dev.troupe.app.server;

import dev.troupe.app.demo.DemoModel;
import dev.troupe.app.demo.DemoState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Decides what is served under which names. A user's own names win over the demo model's.
final class ModelWishes {
    /// Owner of what was given on the command line.
    static final String OWNER = "default";

    private ModelWishes() {}

    /// @param given name to file, in the user's order
    static List<ModelWish> decide(Map<String, Path> given, DemoModel demo, DemoState state) {
        List<ModelWish> wishes = new ArrayList<>();
        given.forEach((name, file) -> wishes.add(new ModelWish(name, List.of(), OWNER, file)));
        if (state instanceof DemoState.Present(Path file) && !given.containsKey(demo.name())) {
            wishes.add(new ModelWish(demo.name(), freeAliases(given.keySet(), demo), demo.owner(), file));
        }
        return wishes;
    }

    private static List<String> freeAliases(Set<String> taken, DemoModel demo) {
        return taken.contains(demo.alias()) ? List.of() : List.of(demo.alias());
    }
}

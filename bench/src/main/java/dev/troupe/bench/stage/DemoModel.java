package dev.troupe.bench.stage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where the demo model's file lies, when it was fetched.
public final class DemoModel {
    private static final String FILE = "troupe/models/SmolLM2-135M-Instruct.Q4_1.gguf";

    private DemoModel() {}

    /// @param environment of the process
    public static Path place(Map<String, String> environment) {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = cache.isBlank()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache")
                : Path.of(cache);
        return folder.resolve(FILE);
    }

    /// What to do when the file is not there; empty when it is.
    public static Optional<String> missing(Map<String, String> environment) {
        return find(environment).isPresent()
                ? Optional.empty()
                : Optional.of("the demo model is missing: " + place(environment) + "; './troupe demo fetch' brings it");
    }

    public static Optional<Path> find(Map<String, String> environment) {
        return Optional.of(place(environment)).filter(Files::isRegularFile);
    }
}

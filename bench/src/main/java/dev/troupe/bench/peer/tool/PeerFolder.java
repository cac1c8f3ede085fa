package dev.troupe.bench.peer.tool;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The part of the user's cache that `./do peers` fills; `scripts/peers.sh` names the same places.
public record PeerFolder(Path root) {
    private static final String LLAMA = "llama.cpp-11434.0.0";
    private static final String JLAMA = "jlama-0.8.4";
    private static final String STAMP = "stamp";

    /// @param environment of the process
    public static PeerFolder of(Map<String, String> environment) {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = cache.isBlank()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache")
                : Path.of(cache);
        return new PeerFolder(folder.resolve("troupe/peers"));
    }

    /// What is missing, in words; empty when everything is there.
    public Optional<String> missing() {
        List<String> absent = Stream.of(LLAMA, JLAMA)
                .filter(name -> !Files.isRegularFile(root.resolve(name).resolve(STAMP)))
                .toList();
        return absent.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" and ", absent) + " missing in " + root + "; './do peers' builds it");
    }

    /// A program of llama.cpp.
    public Path llama(String program) {
        return root.resolve(LLAMA).resolve("build/bin").resolve(program);
    }

    /// The folder of Jlama's jars.
    Path jlama() {
        return root.resolve(JLAMA);
    }

    /// Where the models lie that both sides run.
    public Path models() {
        return root.resolve("models");
    }
}

package dev.troupe.conventions;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The list of places that may break a size, each with its reason: `rule | place | reason`.
final class TidyExceptions {
    private final Set<String> allowed = new TreeSet<>();
    private final Set<String> used = new HashSet<>();

    TidyExceptions(Path file) {
        for (String line : Repository.read(file).lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\\|", -1);
            if (parts.length != 3 || parts[2].isBlank()) {
                throw new IllegalArgumentException("not `rule | place | reason`: " + line);
            }
            allowed.add(parts[0].trim() + " " + parts[1].trim());
        }
    }

    boolean allows(String rule, String place) {
        String entry = rule + " " + place;
        used.add(entry);
        return allowed.contains(entry);
    }

    /// Entries that no file needs any more.
    List<String> stale() {
        return allowed.stream().filter(entry -> !used.contains(entry)).toList();
    }
}

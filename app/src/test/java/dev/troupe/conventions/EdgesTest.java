package dev.troupe.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The arrows of `docs/architecture.md` are the only edges between modules, and packages form no cycle.
class EdgesTest {
    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "protocol", Set.of(),
            "native", Set.of(),
            "model-store", Set.of("protocol", "native"),
            "node-agent", Set.of("protocol", "native", "model-store"),
            "control-plane", Set.of("protocol", "model-store"),
            "cli", Set.of("protocol"),
            "app", Set.of("protocol", "native", "model-store", "node-agent", "control-plane", "cli"),
            "bench", Set.of("protocol", "native", "model-store", "node-agent", "control-plane", "cli", "app"));

    private static final Map<String, String> ROOT_PACKAGES = Map.of(
            "protocol", "dev.troupe.protocol",
            "native", "dev.troupe.kernel",
            "model-store", "dev.troupe.store",
            "node-agent", "dev.troupe.node",
            "control-plane", "dev.troupe.control",
            "cli", "dev.troupe.cli",
            "app", "dev.troupe.app",
            "bench", "dev.troupe.bench");

    private static final Repository REPOSITORY = Repository.find();
    private static final List<JavaFile> FILES = REPOSITORY.mainFiles();

    @Test
    void modulesNameOnlyTheModulesTheyMayUse() {
        assertThat(REPOSITORY.modules()).containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
        for (String module : REPOSITORY.modules()) {
            assertThat(ALLOWED.get(module)).as(module).containsAll(REPOSITORY.dependencies(module));
        }
    }

    @Test
    void filesImportOnlyFromModulesTheyMayUse() {
        assertThat(FILES.stream()
                        .flatMap(file -> file.importedPackages().stream()
                                .filter(name -> !mayImport(file.module(), name))
                                .map(name -> file.path() + " imports " + name)))
                .isEmpty();
    }

    @Test
    void everyModuleOwnsOnePackageTree() {
        assertThat(FILES.stream()
                        .filter(file -> !isIn(file.packageName(), ROOT_PACKAGES.get(file.module())))
                        .map(JavaFile::path))
                .isEmpty();
    }

    @Test
    void theStoreKnowsOfTheKernelsOnlyTheLayout() {
        assertThat(FILES.stream()
                        .filter(file -> file.module().equals("model-store"))
                        .filter(file -> file.importedPackages().stream()
                                .anyMatch(name ->
                                        isIn(name, "dev.troupe.kernel") && !isIn(name, "dev.troupe.kernel.layout")))
                        .map(JavaFile::path))
                .isEmpty();
    }

    @Test
    void onlyTheControlPlaneKnowsItsWebServer() {
        assertThat(FILES.stream()
                        .filter(file -> file.imports().stream()
                                .anyMatch(name -> name.startsWith("io.micronaut") || name.startsWith("io.netty")))
                        .filter(file -> !file.module().equals("control-plane"))
                        .map(JavaFile::path))
                .isEmpty();
    }

    @Test
    void packagesFormNoCycle() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaFile file : FILES) {
            Set<String> targets = uses.computeIfAbsent(file.packageName(), _ -> new TreeSet<>());
            file.importedPackages().stream()
                    .filter(name -> !name.equals(file.packageName()))
                    .forEach(targets::add);
        }
        assertThat(uses.keySet().stream().filter(name -> reaches(uses, name)).toList())
                .as("packages that reach themselves")
                .isEmpty();
    }

    private static boolean reaches(Map<String, Set<String>> uses, String start) {
        Deque<String> open = new ArrayDeque<>(uses.get(start));
        Set<String> seen = new HashSet<>();
        while (!open.isEmpty()) {
            String next = open.pop();
            if (next.equals(start)) {
                return true;
            }
            if (seen.add(next)) {
                open.addAll(new ArrayList<>(uses.getOrDefault(next, Set.of())));
            }
        }
        return false;
    }

    private static boolean mayImport(String module, String packageName) {
        return ROOT_PACKAGES.entrySet().stream()
                .filter(entry -> isIn(packageName, entry.getValue()))
                .allMatch(entry ->
                        entry.getKey().equals(module) || ALLOWED.get(module).contains(entry.getKey()));
    }

    private static boolean isIn(String packageName, String root) {
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }
}

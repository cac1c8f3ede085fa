package dev.troupe.conventions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The checkout that the tests look at.
record Repository(Path root) {
    private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");
    private static final Pattern OWN_DEPENDENCY =
            Pattern.compile("<groupId>dev\\.troupe</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");

    /// Goes up from the working directory to the folder that holds the licence.
    static Repository find() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("LICENSE"))) {
            folder = folder.getParent();
        }
        return new Repository(folder);
    }

    List<String> modules() {
        return all(MODULE, read(root.resolve("pom.xml"))).toList();
    }

    /// Modules of ours that a module's POM names.
    Set<String> dependencies(String module) {
        String pom = read(root.resolve(module).resolve("pom.xml"));
        String own = pom.substring(pom.indexOf("</parent>"));
        return all(OWN_DEPENDENCY, own).collect(TreeSet::new, Set::add, Set::addAll);
    }

    List<JavaFile> mainFiles() {
        return javaFiles("main");
    }

    List<JavaFile> testFiles() {
        return javaFiles("test");
    }

    List<JavaFile> allFiles() {
        return Stream.concat(mainFiles().stream(), testFiles().stream()).toList();
    }

    private List<JavaFile> javaFiles(String sourceSet) {
        return modules().stream()
                .flatMap(module -> under(module, sourceSet).stream())
                .toList();
    }

    private List<JavaFile> under(String module, String sourceSet) {
        Path folder = root.resolve(module).resolve("src/" + sourceSet + "/java");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .map(path -> JavaFile.parse(root, module, path))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Path> documents() {
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")), docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> all(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results().map(result -> result.group(1));
    }
}

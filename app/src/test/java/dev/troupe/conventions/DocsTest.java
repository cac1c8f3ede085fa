package dev.troupe.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What the documentation names exists: links, paths, types and commands.
class DocsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:|#)([^)#]+)(#[^)]*)?\\)");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+)(?:\\.[a-zA-Z]+)?`");
    private static final Pattern PACKAGE = Pattern.compile("`(dev\\.troupe(?:\\.[a-z]+)*)`");
    private static final Pattern DO_COMMAND = Pattern.compile("\\./do ([a-z]+)");
    private static final Pattern TROUPE_COMMAND = Pattern.compile("\\./troupe ([a-z]+)");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z][A-Za-z0-9]*)");

    private static final Repository REPOSITORY = Repository.find();
    private static final List<JavaFile> FILES = REPOSITORY.allFiles();

    @Test
    void linksLeadSomewhere() {
        assertThat(missing(
                        LINK,
                        (document, name) -> Files.exists(
                                document.resolveSibling(name.trim()).normalize())))
                .isEmpty();
    }

    @Test
    void typesAndPackagesExist() {
        Set<String> types = FILES.stream()
                .flatMap(file -> DECLARED.matcher(file.text()).results().map(found -> found.group(1)))
                .collect(Collectors.toSet());
        Set<String> packages = FILES.stream().map(JavaFile::packageName).collect(Collectors.toSet());
        // A name of the JDK or of a library is no type of ours; those that docs use are listed here.
        Set<String> others = Set.of("StrictMath");
        assertThat(missing(TYPE, (_, name) -> types.contains(name) || others.contains(name)))
                .isEmpty();
        Predicate<String> exists = name -> packages.stream().anyMatch(known -> (known + ".").startsWith(name + "."));
        assertThat(missing(PACKAGE, (_, name) -> exists.test(name))).isEmpty();
    }

    @Test
    void commandsExist() {
        String script = Repository.read(REPOSITORY.root().resolve("do"));
        assertThat(missing(
                        DO_COMMAND,
                        (_, name) -> script.contains("\n    " + name + ")") || script.contains(name + " |")))
                .isEmpty();
        String commands = FILES.stream()
                .filter(file -> file.module().equals("cli") || file.module().equals("app"))
                .map(JavaFile::text)
                .collect(Collectors.joining());
        assertThat(missing(TROUPE_COMMAND, (_, name) -> commands.contains("name = \"" + name + "\"")))
                .isEmpty();
    }

    private interface Check {
        boolean holds(Path document, String name);
    }

    private static List<String> missing(Pattern pattern, Check check) {
        List<String> missing = new ArrayList<>();
        for (Path document : REPOSITORY.documents()) {
            for (MatchResult found :
                    pattern.matcher(Repository.read(document)).results().toList()) {
                if (!check.holds(document, found.group(1))) {
                    missing.add(REPOSITORY.root().relativize(document) + ": " + found.group());
                }
            }
        }
        return missing;
    }
}

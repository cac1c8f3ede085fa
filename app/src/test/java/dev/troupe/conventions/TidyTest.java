package dev.troupe.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TidyTest {
    private static final int MAX_FILE_LINES = 400;
    private static final int MEDIAN_FILE_LINES = 80;
    private static final int MAX_METHOD_LINES = 60;
    private static final int MEDIAN_METHOD_LINES = 6;
    private static final int MAX_PARAMETERS = 6;
    private static final int MAX_COMPONENTS = 8;
    private static final int MAX_PUBLIC_TYPES = 8;

    private static final Map<String, Pattern> BANNED = Map.of(
            "print to standard output outside cli, app and bench; return a value or log",
            Pattern.compile("System\\.(out|err)\\."),
            "unseeded randomness; take a RandomGenerator or a seed",
            Pattern.compile("Math\\.random\\(|new Random\\(\\)"),
            "a signalling value; use Optional or a sealed result",
            Pattern.compile("return -1;"),
            "a mocking library; write a fake",
            Pattern.compile("import org\\.mockito"),
            "System.exit outside the mains; return an exit code",
            Pattern.compile("System\\.exit\\("));

    private static final Repository REPOSITORY = Repository.find();
    private static final TidyExceptions EXCEPTIONS =
            new TidyExceptions(REPOSITORY.root().resolve("app/src/test/resources/tidy-exceptions.txt"));
    private static final List<JavaFile> FILES = REPOSITORY.allFiles();

    @Test
    void filesMethodsParametersAndPackagesKeepTheirSizes() {
        List<String> problems = new ArrayList<>();
        FILES.forEach(file -> checkFile(file, problems));
        publicTypes().forEach((name, count) -> {
            if (count > MAX_PUBLIC_TYPES && !EXCEPTIONS.allows("public-types", name)) {
                problems.add(name + " has " + count + " public types; at most " + MAX_PUBLIC_TYPES);
            }
        });
        assertThat(problems).isEmpty();
        assertThat(EXCEPTIONS.stale()).as("exceptions nobody needs").isEmpty();
    }

    @Test
    void mediansStaySmall() {
        List<JavaFile> main = mainFiles().toList();
        assertThat(median(main.stream().map(JavaFile::lines).toList())).isLessThanOrEqualTo(MEDIAN_FILE_LINES);
        assertThat(median(main.stream()
                        .flatMap(file -> file.methods().stream())
                        .map(JavaFile.Method::lines)
                        .filter(lines -> lines > 0)
                        .toList()))
                .isLessThanOrEqualTo(MEDIAN_METHOD_LINES);
    }

    @Test
    void bannedCallsDoNotAppear() {
        List<String> problems = new ArrayList<>();
        for (JavaFile file : FILES) {
            BANNED.forEach((reason, pattern) -> {
                if (pattern.matcher(file.text()).find() && !mayUse(file, reason)) {
                    problems.add(file.path() + ": " + reason);
                }
            });
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItOwns() {
        List<String> documented = mainFiles()
                .filter(JavaFile::isPackageInfo)
                .map(JavaFile::packageName)
                .toList();
        assertThat(mainFiles().map(JavaFile::packageName).distinct()).allMatch(documented::contains);
    }

    @Test
    void testsSayWhatKindTheyAre() {
        assertThat(FILES.stream()
                        .filter(file -> file.path().contains("/src/test/"))
                        .filter(file -> Pattern.compile("^\\s*@(Test|Property|ParameterizedTest)\\b", Pattern.MULTILINE)
                                .matcher(file.text())
                                .find())
                        .filter(file -> !file.text().contains("abstract class"))
                        .map(JavaFile::path))
                .allMatch(path -> path.matches(".*(Test|IT|Sim)\\.java"));
    }

    private static void checkFile(JavaFile file, List<String> problems) {
        if (file.lines() > MAX_FILE_LINES && !EXCEPTIONS.allows("file", file.path())) {
            problems.add(file.path() + " has " + file.lines() + " lines; at most " + MAX_FILE_LINES);
        }
        for (JavaFile.Method method : file.methods()) {
            String place = file.path() + "#" + method.name();
            if (method.lines() > MAX_METHOD_LINES && !EXCEPTIONS.allows("method", place)) {
                problems.add(place + " has " + method.lines() + " lines; at most " + MAX_METHOD_LINES);
            }
            int most = method.recordHeader() ? MAX_COMPONENTS : MAX_PARAMETERS;
            if (method.parameters() > most && !EXCEPTIONS.allows("parameters", place)) {
                problems.add(place + " has " + method.parameters() + " parameters; at most " + most);
            }
        }
    }

    private static boolean mayUse(JavaFile file, String reason) {
        boolean terminal = List.of("cli", "app", "bench").contains(file.module())
                || file.path().contains("/src/test/");
        boolean print = reason.startsWith("print") || reason.startsWith("System.exit");
        return (print && terminal)
                || file.path().endsWith("conventions/TidyTest.java")
                || EXCEPTIONS.allows("banned", file.path());
    }

    private static Map<String, Long> publicTypes() {
        return mainFiles()
                .filter(JavaFile::publicType)
                .collect(Collectors.groupingBy(JavaFile::packageName, TreeMap::new, Collectors.counting()));
    }

    private static Stream<JavaFile> mainFiles() {
        return FILES.stream().filter(file -> file.path().contains("/src/main/"));
    }

    private static int median(List<Integer> values) {
        List<Integer> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }
}

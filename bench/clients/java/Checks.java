import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the Java clients share: one line per check, and a look at the server beside the client.
final class Checks {
    static final String URL = System.getenv("TROUPE_URL");
    static final String KEY = System.getenv("TROUPE_API_KEY");
    static final String MODEL = System.getenv("TROUPE_MODEL");

    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final Pattern RUNNING = Pattern.compile("\"running_sequences\":(\\d+)");

    private final String client;
    private boolean failed;

    Checks(String client) {
        this.client = client;
    }

    /// Returns what is worth telling.
    interface Check {
        Object run() throws Exception;
    }

    Checks run(String name, Check check) {
        try {
            System.out.println(String.join("\t", "ok", client, name, String.valueOf(check.run())));
        } catch (Exception | LinkageError | AssertionError e) {
            failed = true;
            System.out.println(String.join("\t", "FAIL", client, name, e.toString().replace('\n', ' ')));
        }
        return this;
    }

    /// Ends the process: threads of the clients may still wait for work.
    void end() {
        System.exit(failed ? 1 : 0);
    }

    static void same(Object actual, Object expected) {
        check(expected.equals(actual), actual + " is not " + expected);
    }

    static void check(boolean holds, String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }

    /// Waits until this holds for the number of sequences that run.
    static void awaitRunning(IntPredicate wanted) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(URL + "/v1/ps"))
                .header("Authorization", "Bearer " + KEY)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            long end = System.nanoTime() + PATIENCE_NANOS;
            while (true) {
                Matcher found = RUNNING.matcher(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
                check(found.find(), "/v1/ps tells no running sequences");
                if (wanted.test(Integer.parseInt(found.group(1)))) {
                    return;
                }
                check(System.nanoTime() < end, found.group(1) + " sequences still run");
                Thread.sleep(20);
            }
        }
    }
}

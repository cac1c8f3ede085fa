package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.control.models.ManagedModels;
import dev.troupe.protocol.Digest;
import dev.troupe.store.blob.BlobLimits;
import dev.troupe.store.blob.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files over the wire.
@Timeout(300)
final class BlobsIT {
    private static final int MAX_BYTES = 12 << 20;
    /// More than what any other route takes.
    private static final byte[] CONTENT = "0123456789".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);

    private static final Digest DIGEST = digest(CONTENT);

    @TempDir
    private Path root;

    private Gateway gateway;

    @BeforeEach
    void start() throws IOException {
        BlobLimits limits = new BlobLimits(MAX_BYTES, 0, 2, Duration.ofHours(1));
        BlobStore blobs = BlobStore.open(root, limits, InstantSource.system());
        gateway = Gateway.start(
                new ManagedModels(new LiveCatalog(Gateway.catalog()), Optional.of(blobs), Optional.empty()));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aFileIsTakenInOnceAndFound() throws IOException {
        assertThat(head(DIGEST.value()).statusCode()).isEqualTo(404);
        HttpResponse<String> first = put(DIGEST.value(), CONTENT);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(first.body()).contains(DIGEST.value()).contains("10000000");
        assertThat(put(DIGEST.value(), CONTENT).statusCode()).isEqualTo(200);
        HttpResponse<String> head = head(DIGEST.value());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Length")).hasValue("10000000");
        assertThat(stored(DIGEST)).hasBinaryContent(CONTENT);
        assertNothingStaged();
    }

    @Test
    void ofAnotherTenantItIsNotFound() {
        put(DIGEST.value(), CONTENT);
        HttpRequest foreign = HttpRequest.newBuilder(gateway.url("/v1/blobs/" + DIGEST))
                .header("Authorization", "Bearer " + Gateway.ADMIN_KEY)
                .HEAD()
                .build();
        assertThat(gateway.send(foreign).statusCode()).isEqualTo(404);
    }

    @Test
    void ms15AnotherDigestIsRefusedAndNothingIsKept() throws IOException {
        Digest other = digest(new byte[] {1});
        HttpResponse<String> refused = put(other.value(), CONTENT);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"param\":\"digest\"").contains(DIGEST.value());
        assertThat(refused.body()).as("no host paths").doesNotContain(root.toString());
        assertThat(head(other.value()).statusCode()).isEqualTo(404);
        assertThat(head(DIGEST.value()).statusCode()).isEqualTo(404);
        assertNothingStaged();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sha256:../../x",
                "sha256:",
                "sha256",
                "..",
                "/etc/passwd",
                "sha256:" + "A",
                "sha256:" + "\0",
                "sha256:x\r\nX-Evil: 1",
                "SHA256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "sha256:E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
                "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8550",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85\u0431"
            })
    void ms15WhatIsNoDigestIsRefused(String digest) throws IOException {
        String text = URLEncoder.encode(digest, StandardCharsets.UTF_8);
        HttpResponse<String> answer = put(text, new byte[3]);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"param\":\"digest\"").contains("64 lower-case");
        assertThat(head(text).statusCode()).isEqualTo(400);
        try (Stream<Path> all = Files.list(root.resolve("blobs"))) {
            assertThat(all).isEmpty();
        }
    }

    @Test
    void ms15AnUnencodedPathIsRefusedToo() {
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.head("/v1/blobs/sha256:../../x", "Content-Length: 1").write("x");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 400 ");
        }
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.head("/v1/blobs/", "Content-Length: 1").write("x");
            assertThat(client.readUntil("}}")).matches("(?s)HTTP/1.1 40[045] .*");
        }
    }

    @Test
    void ms15AClientThatLeavesHalfWayLeavesNothing() throws IOException {
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.head("/v1/blobs/" + DIGEST, "Content-Length: " + CONTENT.length)
                    .write(new String(CONTENT, 0, CONTENT.length / 2, StandardCharsets.UTF_8));
            await().atMost(Duration.ofMinutes(1)).until(this::somethingIsStaged);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> !somethingIsStaged());
        assertThat(head(DIGEST.value()).statusCode()).isEqualTo(404);
        assertThat(put(DIGEST.value(), CONTENT).statusCode()).isEqualTo(201);
    }

    @Test
    void whatIsTooLargeIsRefusedWhetherItSaysSoOrNot() throws IOException {
        byte[] large = new byte[MAX_BYTES + 1];
        HttpResponse<String> stated = put(digest(large).value(), large);
        assertThat(stated.statusCode()).isEqualTo(413);
        assertThat(stated.body()).contains("the limit is " + MAX_BYTES);
        HttpRequest chunked = request(digest(large).value())
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))
                .build();
        assertThat(gateway.send(chunked).statusCode()).isEqualTo(413);
        assertNothingStaged();
    }

    @Test
    void twoUploadsOfOneDigestAtOnceAreFine() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                answers.add(threads.submit(() -> put(DIGEST.value(), CONTENT)));
            }
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isIn(200, 201);
            }
        }
        assertThat(stored(DIGEST)).hasBinaryContent(CONTENT);
        assertNothingStaged();
    }

    @Test
    void oneUploadTooManyIsToldToComeBack() {
        try (RawClient one = new RawClient(gateway.url("/"));
                RawClient two = new RawClient(gateway.url("/"))) {
            one.head("/v1/blobs/" + DIGEST, "Content-Length: 100").write("x");
            two.head("/v1/blobs/" + DIGEST, "Content-Length: 100").write("x");
            await().atMost(Duration.ofMinutes(1)).until(() -> staged() == 2);
            HttpResponse<String> third = put(DIGEST.value(), CONTENT);
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void aGatewayWithoutAStoreTakesNothing() {
        try (Gateway bare = Gateway.start()) {
            HttpRequest request = bare.request("/v1/blobs/" + DIGEST)
                    .POST(BodyPublishers.ofByteArray(CONTENT))
                    .build();
            assertThat(bare.send(request).statusCode()).isEqualTo(404);
        }
    }

    private HttpRequest.Builder request(String digest) {
        return gateway.request("/v1/blobs/" + digest).header("Content-Type", "application/octet-stream");
    }

    private HttpResponse<String> put(String digest, byte[] content) {
        return gateway.send(
                request(digest).POST(BodyPublishers.ofByteArray(content)).build());
    }

    private HttpResponse<String> head(String digest) {
        return gateway.send(request(digest).HEAD().build());
    }

    private Path stored(Digest digest) {
        return root.resolve("blobs/acme").resolve(digest.hex());
    }

    private boolean somethingIsStaged() {
        return staged() > 0;
    }

    private long staged() {
        try (Stream<Path> left = Files.walk(root.resolve("uploads"))) {
            return left.filter(path -> path.endsWith("blob")).count();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    private void assertNothingStaged() throws IOException {
        try (Stream<Path> left = Files.list(root.resolve("uploads"))) {
            assertThat(left).allMatch(path -> path.toString().endsWith(".lock"));
        }
    }

    private static Digest digest(byte[] content) {
        return Digest.of(Digest.sha256().digest(content));
    }
}

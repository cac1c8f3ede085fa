package dev.troupe.store.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.blob.BlobStore.Put;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobStoreIT {
    private static final byte[] CONTENT = "a few bytes".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    private static final Digest DIGEST = Digest.of(Digest.sha256().digest(CONTENT));
    private static final Duration GRACE = Duration.ofHours(1);

    @TempDir
    Path root;

    private Instant now = Instant.ofEpochSecond(1_700_000_000L);
    private BlobStore store;

    @BeforeEach
    void open() throws IOException {
        store = open(new BlobLimits(2_000_000, 0, 8, GRACE));
    }

    private BlobStore open(BlobLimits limits) throws IOException {
        return BlobStore.open(root, limits, () -> now);
    }

    @Test
    void whatWasTakenInIsThereForItsOwnerAlone() throws IOException {
        assertThat(store.put("acme", DIGEST, incoming())).isEqualTo(Put.CREATED);
        assertThat(store.put("acme", DIGEST, new Incoming(broken(), OptionalLong.empty())))
                .as("a second one is not read")
                .isEqualTo(Put.PRESENT);
        assertThat(open(store.limits()).find("acme", DIGEST))
                .hasValue(new StoredBlob("acme", DIGEST, CONTENT.length, now));
        assertThat(store.find("other", DIGEST)).isEmpty();
        assertThat(root.resolve("blobs/acme").resolve(DIGEST.hex())).hasBinaryContent(CONTENT);
        assertNothingStaged();
    }

    @Test
    void anEmptyFileIsAFile() {
        Digest empty = Digest.of(Digest.sha256().digest(new byte[0]));
        store.put("acme", empty, new Incoming(InputStream.nullInputStream(), OptionalLong.of(0)));
        assertThat(store.find("acme", empty))
                .get()
                .extracting(StoredBlob::bytes)
                .isEqualTo(0L);
    }

    @Test
    void ms15AnotherDigestKeepsNothing() throws IOException {
        Digest other = Digest.of(Digest.sha256().digest(new byte[1]));
        assertRefused(ErrorCode.INVALID_REQUEST, () -> store.put("acme", other, incoming()))
                .hasMessageContaining(DIGEST.value())
                .hasMessageContaining(other.value());
        assertThat(store.find("acme", other)).isEmpty();
        assertThat(store.find("acme", DIGEST)).isEmpty();
        assertNothingStaged();
    }

    @Test
    void ms15AnUploadThatBreaksOffKeepsNothing() throws IOException {
        InputStream half = new SequenceInputStream(new ByteArrayInputStream(CONTENT, 0, CONTENT.length / 2), broken());
        assertRefused(
                ErrorCode.CANCELLED,
                () -> store.put("acme", DIGEST, new Incoming(half, OptionalLong.of(CONTENT.length))));
        assertThat(store.find("acme", DIGEST)).isEmpty();
        assertNothingStaged();
    }

    @Test
    void whatIsTooLargeIsRefusedWhetherItSaysSoOrNot() throws IOException {
        BlobStore small = open(new BlobLimits(1000, 0, 8, GRACE));
        assertRefused(
                ErrorCode.PAYLOAD_TOO_LARGE,
                () -> small.put("acme", DIGEST, new Incoming(broken(), OptionalLong.of(1001))));
        assertRefused(ErrorCode.PAYLOAD_TOO_LARGE, () -> small.put("acme", DIGEST, incoming()));
        assertNothingStaged();
    }

    @Test
    void aFullDiskIsToldBeforeAByteIsRead() throws IOException {
        BlobStore full = open(new BlobLimits(2_000_000, Long.MAX_VALUE / 2, 8, GRACE));
        assertRefused(
                        ErrorCode.INSUFFICIENT_STORAGE,
                        () -> full.put("acme", DIGEST, new Incoming(broken(), OptionalLong.of(5))))
                .hasMessageContaining("bytes free");
        assertNothingStaged();
    }

    @Test
    void ms15AnOwnerIsNoPath() {
        for (String owner : List.of("..", ".", "", "a/b", "/", "a\0b", ".hidden", "x".repeat(65))) {
            assertThatThrownBy(() -> store.put(owner, DIGEST, incoming())).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void manyUploadsOfOneDigestEndInOneFile() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Future<Put>> puts = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                puts.add(threads.submit(() -> store.put("acme", DIGEST, incoming())));
            }
            for (Future<Put> put : puts) {
                assertThat(put.get()).isIn(Put.CREATED, Put.PRESENT);
            }
        }
        assertThat(root.resolve("blobs/acme").resolve(DIGEST.hex())).hasBinaryContent(CONTENT);
        assertNothingStaged();
    }

    @Test
    void whatAKilledUploadLeftGoesAtTheNextStart() throws IOException {
        Path left = Files.createDirectories(root.resolve("uploads/work-2"));
        Files.write(left.resolve("blob"), new byte[100]);
        open(store.limits());
        assertThat(left).doesNotExist();
    }

    @Test
    void whatNobodyUsesGoesAfterItsGrace() throws IOException {
        store.put("acme", DIGEST, incoming());
        store.put("other", DIGEST, incoming());
        now = now.plus(GRACE);
        assertThat(store.sweep((owner, digest) -> false)).isEmpty();
        now = now.plusSeconds(1);
        assertThat(store.sweep((owner, digest) -> owner.equals("other")))
                .extracting(StoredBlob::owner)
                .containsExactly("acme");
        assertThat(store.find("acme", DIGEST)).isEmpty();
        assertThat(store.find("other", DIGEST))
                .as("in use; asking begins its grace anew")
                .isPresent();
        assertThat(store.sweep((owner, digest) -> false)).isEmpty();
    }

    @Test
    void aLinkOutlivesItsBlob() throws IOException {
        store.put("acme", DIGEST, incoming());
        Path name = root.resolve("model.gguf");
        assertThat(store.link("other", DIGEST, name)).isFalse();
        assertThat(store.link("acme", DIGEST, name)).isTrue();
        now = now.plus(GRACE).plus(GRACE);
        assertThat(store.sweep((owner, digest) -> false)).hasSize(1);
        assertThat(name).hasBinaryContent(CONTENT);
    }

    private static Incoming incoming() {
        return new Incoming(new ByteArrayInputStream(CONTENT), OptionalLong.empty());
    }

    private static InputStream broken() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the client is gone");
            }
        };
    }

    private void assertNothingStaged() throws IOException {
        try (Stream<Path> left = Files.list(root.resolve("uploads"))) {
            assertThat(left).allMatch(path -> path.toString().endsWith(".lock"));
        }
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}

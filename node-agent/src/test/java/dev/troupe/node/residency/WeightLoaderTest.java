package dev.troupe.node.residency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.node.model.LayerGates;
import dev.troupe.node.model.TestImage;
import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.ImageManifest.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WeightLoaderTest {
    private static final int MAX_CHUNK = 4096;

    private final ReferenceDevice device = new ReferenceDevice(4 * DeviceMemory.PAGE_BYTES);
    private final Ledger ledger = new Ledger(device.memory().capacityBytes());
    private final WeightLoader loader = new WeightLoader(device.memory(), ledger, MAX_CHUNK);
    private final long address = device.memory().allocate(DeviceMemory.PAGE_BYTES);
    private final LayerGates gates = new LayerGates(1, () -> {});
    private final List<Long> progress = new ArrayList<>();

    @AfterEach
    void nothingStaysOnTheLedger() {
        assertThat(ledger.usedBytes()).isZero();
        device.close();
    }

    @Test
    void gatesOpenAsSoonAsTheirBytesAreThereAndNotBefore() throws IOException {
        List<Integer> openAtRead = new ArrayList<>();
        Source source =
                new Source(
                        manifest(List.of(1000L, 2500L, 3000L), chunk(0, 1000), chunk(1000, 1000), chunk(2000, 1000))) {
                    @Override
                    public void read(int index, ByteBuffer target) {
                        openAtRead.add(gates.openCount());
                        super.read(index, target);
                    }
                };
        load(source);
        assertThat(openAtRead).containsExactly(0, 1, 1);
        assertThat(gates.openCount()).isEqualTo(3);
        assertThat(progress).containsExactly(1000L, 2000L, 3000L);
    }

    @Test
    void everyByteArrivesAtItsOffset() throws IOException {
        load(new Source(manifest(List.of(10L, 20L, 300L), chunk(0, 100), chunk(100, 200))));
        ByteBuffer read = ByteBuffer.allocate(300);
        device.memory().read(address, read);
        for (int i = 0; i < 300; i++) {
            assertThat(read.get(i)).isEqualTo((byte) i);
        }
    }

    @Test
    void chunksThatLeaveAGapOverlapOrAreTooLargeAreRefusedBeforeAnyIsRead() {
        assertRefused("expected one at 100", chunk(0, 100), chunk(101, 199));
        assertRefused("expected one at 100", chunk(0, 100), chunk(99, 201));
        assertRefused("1 to 4096 bytes", chunk(0, 5000));
        assertRefused("the chunks end at 100", chunk(0, 100));
        assertThat(progress).isEmpty();
    }

    @Test
    void aChunkThatComesShortFailsTheLoad() {
        Source source = new Source(manifest(List.of(10L, 20L, 300L), chunk(0, 100), chunk(100, 200))) {
            @Override
            public void read(int index, ByteBuffer target) {
                target.put((byte) 1);
            }
        };
        assertThatThrownBy(() -> load(source))
                .isInstanceOf(IOException.class)
                .hasMessage("chunk 0 gave 1 of 100 bytes");
    }

    @Test
    void aCancelledLoadEndsBeforeItsNextChunk() {
        Source source = new Source(manifest(List.of(10L, 20L, 300L), chunk(0, 100), chunk(100, 200)));
        assertThatThrownBy(() -> loader.load(source, address, gates, progress::add, () -> !progress.isEmpty()))
                .hasMessageContaining("cancelled");
        assertThat(progress).containsExactly(100L);
    }

    private void assertRefused(String part, Chunk... chunks) {
        assertThatThrownBy(() -> load(new Source(manifest(List.of(10L, 20L, 300L), chunks))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(part);
    }

    private void load(Source source) throws IOException {
        loader.load(source, address, gates, progress::add, () -> false);
    }

    private static Chunk chunk(long offset, int bytes) {
        return new Chunk(offset, bytes, 0);
    }

    private static ImageManifest manifest(List<Long> gateEnds, Chunk... chunks) {
        return new ImageManifest(
                TestImage.spec(), 300, "test", gateEnds.getLast(), Map.of(), gateEnds, List.of(chunks));
    }

    /// Byte i of the image is i.
    private static class Source implements ChunkSource {
        private final ImageManifest manifest;

        Source(ImageManifest manifest) {
            this.manifest = manifest;
        }

        @Override
        public ImageManifest manifest() {
            return manifest;
        }

        @Override
        public void read(int index, ByteBuffer target) {
            Chunk chunk = manifest.chunks().get(index);
            for (int i = 0; i < chunk.bytes(); i++) {
                target.put((byte) (chunk.offset() + i));
            }
        }

        @Override
        public void close() {}
    }
}

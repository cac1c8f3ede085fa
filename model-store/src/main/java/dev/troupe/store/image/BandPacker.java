package dev.troupe.store.image;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.kernel.layout.PanelPacker;
import dev.troupe.kernel.layout.RowSource;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.image.TensorPlace.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// Packs one matrix in bands of a few panels, so that memory does not grow with the matrix. It
/// relies on a panel's bytes not depending on the panels beside it.
final class BandPacker {
    private static final int BAND_BYTES = 4 << 20;

    private final ImageBytes image;
    private final TensorPlace place;
    /// One for a matrix, two for a pair.
    private final int halves;

    private final long panelBytes;
    private final long scaleBytes;
    private final int bandOutputs;
    private final ByteBuffer band;

    BandPacker(ImageBytes image, TensorPlace place) {
        this.image = image;
        this.place = place;
        this.halves = place.kind() == Kind.PAIR ? 2 : 1;
        this.panelBytes = PanelLayout.panelBytes(place.format(), place.inputs());
        this.scaleBytes = PanelLayout.panelScaleBytes(place.format(), place.inputs());
        int panels = PanelLayout.panels(place.outputs());
        int bandPanels = (int) Math.clamp(BAND_BYTES / (halves * (panelBytes + scaleBytes)), 1, panels);
        this.bandOutputs = bandPanels * PanelLayout.PANEL;
        long bytes = PanelLayout.matrixBytes(place.format(), halves * bandPanels, place.inputs());
        this.band = ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// @param rows one source for a matrix, gate and up for a pair
    void pack(List<RowSource> rows) throws IOException {
        for (int first = 0; first < place.outputs(); first += bandOutputs) {
            int outputs = Math.min(bandOutputs, place.outputs() - first);
            packBand(rows, first, outputs);
            writeBand(first, outputs);
        }
    }

    private void packBand(List<RowSource> rows, int first, int outputs) {
        WeightFormat format = place.format();
        band.clear();
        RowSource head = shifted(rows.getFirst(), first);
        if (halves == 1) {
            PanelPacker.pack(format, outputs, place.inputs(), head, band);
        } else {
            PanelPacker.packPair(format, outputs, place.inputs(), head, shifted(rows.getLast(), first), band);
        }
    }

    private void writeBand(int first, int outputs) throws IOException {
        int panelsBefore = halves * (first / PanelLayout.PANEL);
        int panels = halves * PanelLayout.panels(outputs);
        int allPanels = halves * PanelLayout.panels(place.outputs());
        long quants = panels * panelBytes;
        image.write(place.offset() + panelsBefore * panelBytes, band.slice(0, (int) quants));
        if (scaleBytes > 0) {
            long from = PanelLayout.scalesOffset(place.format(), panels, place.inputs());
            long to = PanelLayout.scalesOffset(place.format(), allPanels, place.inputs());
            image.write(place.offset() + to + panelsBefore * scaleBytes, band.slice((int) from, (int)
                    (panels * scaleBytes)));
        }
    }

    private static RowSource shifted(RowSource rows, int first) {
        return (row, target) -> rows.read(first + row, target);
    }
}

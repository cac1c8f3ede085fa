package dev.troupe.store.image;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.image.TensorPlace.Kind;

/// A tensor of an image without its place.
record ImageShape(Kind kind, WeightFormat format, int outputs, int inputs) {
    static ImageShape of(TensorPlace place) {
        return new ImageShape(place.kind(), place.format(), place.outputs(), place.inputs());
    }

    TensorPlace at(long offset) {
        return new TensorPlace(kind, format, outputs, inputs, offset, bytes());
    }

    long bytes() {
        int panels = PanelLayout.panels(outputs);
        return switch (kind) {
            case VECTOR -> (long) inputs * Float.BYTES;
            case MATRIX -> PanelLayout.matrixBytes(format, panels, inputs);
            case PAIR -> PanelLayout.matrixBytes(format, 2 * panels, inputs);
        };
    }
}

package dev.troupe.store.image;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Where everything goes in an image. A pure function of the model's description.
///
/// @param tensors in the order of the image
/// @param gateEnds as in {@link ImageManifest}
/// @param tiedHead whether `head` is another name of `embedding`
record ImagePlan(List<PlannedTensor> tensors, List<Long> gateEnds, boolean tiedHead) {
    ImagePlan {
        tensors = List.copyOf(tensors);
        gateEnds = List.copyOf(gateEnds);
    }

    long bytes() {
        return gateEnds.getLast();
    }

    Map<String, TensorPlace> places() {
        Map<String, TensorPlace> places =
                tensors.stream().collect(Collectors.toMap(PlannedTensor::name, PlannedTensor::place));
        if (tiedHead) {
            places.put(ImagePlanner.HEAD, places.get(ImagePlanner.EMBEDDING));
        }
        return places;
    }
}

package dev.troupe.store.safetensors;

import dev.troupe.store.source.SourceTensor;
import java.util.List;
import java.util.Map;

/// The files of a folder that hold its tensors.
///
/// @param names of the files, an index included
/// @param tensors by name
record WeightFiles(List<String> names, Map<String, SourceTensor> tensors) {
    WeightFiles {
        names = List.copyOf(names);
    }
}

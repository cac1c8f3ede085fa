package dev.troupe.node.model;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.RotationSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// Where the rotations of a model's kinds of layers lie; kinds that rotate alike share a table.
record RotationTables(SequencedMap<RotationSpec, Long> addresses) {
    /// @param positions of one sequence
    static RotationTables take(AddressPlan plan, AttentionSpec attention, int positions) {
        SequencedMap<RotationSpec, Long> addresses = new LinkedHashMap<>();
        for (AttentionSpec.Kind kind : attention.pattern().kinds()) {
            addresses.computeIfAbsent(kind.rotation(), spec -> plan.take(new Rotations(spec).bytes(positions)));
        }
        return new RotationTables(Collections.unmodifiableSequencedMap(addresses));
    }

    void writeTo(DeviceMemory memory, int positions) {
        for (Map.Entry<RotationSpec, Long> table : addresses.entrySet()) {
            new Rotations(table.getKey()).writeTo(memory, table.getValue(), positions);
        }
    }

    long of(RotationSpec rotation) {
        return addresses.get(rotation);
    }
}

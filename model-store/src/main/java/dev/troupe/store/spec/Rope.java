package dev.troupe.store.spec;

/// What a file says of rotations.
record Rope(double base, RopeScaling scaling) {
    RotationSpec rotation(int width) {
        return scaling.rotation(base, width);
    }
}

package dev.troupe.store.spec;

import java.util.Optional;

/// @param rotated how many of a head's first elements are rotated
record HeadShape(int heads, int kvHeads, int size, int rotated) {
    /// Reads heads, KV heads and size.
    ///
    /// @param rotated what the file says of it, empty when whole heads are rotated
    static HeadShape read(Parameters parameters, Rotated rotated) {
        int heads = parameters.require(Parameter.HEADS, Parameters.MAX_HEADS);
        int kvHeads = parameters.find(Parameter.KV_HEADS, heads).orElse(heads);
        if (heads % kvHeads != 0) {
            throw parameters.fault(Parameter.KV_HEADS, "is " + kvHeads + "; it must divide the " + heads + " heads");
        }
        int size = size(parameters, heads);
        return new HeadShape(heads, kvHeads, size, rotated.of(size));
    }

    /// Gives the rotated part of a head.
    @FunctionalInterface
    interface Rotated {
        int of(int headSize);
    }

    private static int size(Parameters parameters, int heads) {
        Optional<Integer> given = parameters.find(Parameter.HEAD_SIZE, Parameters.MAX_HEAD_SIZE);
        int width = parameters.require(Parameter.WIDTH, Parameters.MAX_WIDTH);
        if (given.isEmpty() && width % heads != 0) {
            throw parameters.fault(Parameter.HEADS, "is " + heads + "; it must divide the width " + width);
        }
        int size = given.orElse(width / heads);
        if (size % 2 != 0 || size < 2 || size > Parameters.MAX_HEAD_SIZE) {
            throw parameters.fault(
                    given.isPresent() ? Parameter.HEAD_SIZE : Parameter.HEADS,
                    "gives heads of size " + size + "; even sizes of 2 to " + Parameters.MAX_HEAD_SIZE
                            + " are supported");
        }
        return size;
    }
}

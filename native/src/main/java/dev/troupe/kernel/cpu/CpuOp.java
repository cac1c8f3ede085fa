package dev.troupe.kernel.cpu;

import java.util.Locale;

/// The ops of the library, in the order of `op_list.h`; {@link CpuSymbols} compares the names when
/// it loads.
enum CpuOp {
    EMBED,
    GATHER,
    NORMALIZE,
    QUANTIZE,
    NORMALIZE_QUANTIZE,
    LINEAR,
    ROTATE_AND_STORE,
    ATTEND,
    SAMPLE;

    /// The name in C.
    String symbol() {
        return name().toLowerCase(Locale.ROOT);
    }
}

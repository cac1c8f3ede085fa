package dev.troupe.kernel.cpu;

import java.util.Locale;

/// The ops of the library, in the order of `op_list.h`; {@link CpuSymbols} compares the names when
/// it loads.
enum CpuOp {
    EMBED,
    GATHER,
    NORMALIZE,
    NORMALIZE_ADD,
    QUANTIZE,
    NORMALIZE_QUANTIZE,
    LINEAR,
    ACTIVATE,
    ROTATE_AND_STORE,
    ATTEND,
    SOFTCAP,
    SAMPLE;

    /// The name in C.
    String symbol() {
        return name().toLowerCase(Locale.ROOT);
    }
}

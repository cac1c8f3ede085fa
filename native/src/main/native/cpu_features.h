// Instruction sets that decide what runs here; order of dev.troupe.kernel.cpu.CpuFeatures.Feature.
#ifndef TROUPE_CPU_FEATURES_H
#define TROUPE_CPU_FEATURES_H

#define TROUPE_FEATURES(FEATURE)                                                                   \
    FEATURE(avx2)                                                                                  \
    FEATURE(fma)                                                                                   \
    FEATURE(f16c)                                                                                  \
    FEATURE(avx512f)                                                                               \
    FEATURE(avx512bw)                                                                              \
    FEATURE(avx512vl)                                                                              \
    FEATURE(avx512dq)                                                                              \
    FEATURE(avx512vnni)                                                                            \
    FEATURE(avxvnni)

enum cpu_feature {
#define FEATURE_NUMBER(name) FEATURE_##name,
    TROUPE_FEATURES(FEATURE_NUMBER)
#undef FEATURE_NUMBER
};

#endif

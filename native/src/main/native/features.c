// Which instruction sets this processor and this operating system have. The compiler's own probe
// asks CPUID and, for AVX and AVX-512, whether the operating system saves their registers.
#include <stdint.h>

#include "export.h"

// Bit i stands for entry i of dev.troupe.kernel.cpu.CpuFeatures.Feature.
EXPORT int32_t troupe_cpu_features(void)
{
    __builtin_cpu_init();
    int32_t found = 0;
    int bit = 0;
#define FEATURE(name) found |= (__builtin_cpu_supports(name) ? 1 : 0) << bit++;
    FEATURE("avx2")
    FEATURE("fma")
    FEATURE("f16c")
    FEATURE("avx512f")
    FEATURE("avx512bw")
    FEATURE("avx512vl")
    FEATURE("avx512dq")
    FEATURE("avx512vnni")
#undef FEATURE
    return found;
}

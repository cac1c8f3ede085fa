// Which instruction sets this processor and this operating system have. The compiler's own probe
// asks CPUID and, for AVX and AVX-512, whether the operating system saves their registers.
#include "cpu_features.h"

#include <stdint.h>

#include "export.h"

// Bit i stands for number i of cpu_feature.
EXPORT int32_t troupe_cpu_features(void)
{
    __builtin_cpu_init();
    int32_t found = 0;
#define FEATURE_BIT(name) found |= (__builtin_cpu_supports(#name) ? 1 : 0) << FEATURE_##name;
    TROUPE_FEATURES(FEATURE_BIT)
#undef FEATURE_BIT
    return found;
}

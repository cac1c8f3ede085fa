// The ops of this library, once. The list expands to the dispatch (device.c), to the table of a
// level (level_ops.h) and to the table's entries (kernels/table.c). The order is CpuOp.java's.
//
// A new op: a struct <op>_args in args.h, a line here and in CpuOp.java, a file kernels/<op>.c and
// its name in the Makefile, a method in CpuKernels.java, and its definition in docs/numerics.md.
#ifndef TROUPE_OP_LIST_H
#define TROUPE_OP_LIST_H

#define TROUPE_OPS(OP)                                                                             \
    OP(embed)                                                                                      \
    OP(gather)                                                                                     \
    OP(normalize)                                                                                  \
    OP(normalize_add)                                                                              \
    OP(quantize)                                                                                   \
    OP(normalize_quantize)                                                                         \
    OP(linear)                                                                                     \
    OP(activate)                                                                                   \
    OP(rotate_and_store)                                                                           \
    OP(attend)                                                                                     \
    OP(softcap)                                                                                    \
    OP(sample)

#endif

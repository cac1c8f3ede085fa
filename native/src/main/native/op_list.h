// The ops of this library, once. The list expands to the argument checks and exported symbols
// (device.c), to the table of a level (level_ops.h) and to the table's entries (kernels/table.c).
//
// A new op: a struct <op>_args in args.h, a line here, a file kernels/<op>.c, a line in the
// Makefile, a handle in CpuSymbols.java, and its definition in docs/numerics.md.
#ifndef TROUPE_OP_LIST_H
#define TROUPE_OP_LIST_H

#define TROUPE_OPS(OP)                                                                             \
    OP(embed)                                                                                      \
    OP(gather)                                                                                     \
    OP(normalize)                                                                                  \
    OP(quantize)                                                                                   \
    OP(normalize_quantize)                                                                         \
    OP(linear)                                                                                     \
    OP(rotate_and_store)                                                                           \
    OP(attend)                                                                                     \
    OP(sample)

#endif

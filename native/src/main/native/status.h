// What a call came to. Java turns everything but STATUS_OK into a KernelException.
#ifndef TROUPE_STATUS_H
#define TROUPE_STATUS_H

#define TROUPE_STATUSES(STATUS)                                                                    \
    STATUS(OK, "ok")                                                                               \
    STATUS(OP_UNKNOWN, "this library has no such op")                                              \
    STATUS(ARGUMENT_SIZE, "the argument block has another size than this library expects")         \
    STATUS(NO_MEMORY, "the operating system refused the memory")                                   \
    STATUS(NO_THREAD, "the operating system refused a thread")                                     \
    STATUS(FLOATING_POINT_STATE, "rounding or denormal handling could not be set on a thread")     \
    STATUS(LEVEL_UNKNOWN, "this library has no such level")                                        \
    STATUS(TOO_MANY_ROWS, "the call has more pieces of work than the pool can count")              \
    STATUS(TOKEN_OUT_OF_RANGE, "a token id lies outside the vocabulary")                           \
    STATUS(DRAW_INVALID, "a draw record holds a value outside its range")                          \
    STATUS(SHAPE_INVALID, "a shape that no kernel of this level takes")

enum status {
#define STATUS_NAME(name, text) STATUS_##name,
    TROUPE_STATUSES(STATUS_NAME)
#undef STATUS_NAME
};

#endif

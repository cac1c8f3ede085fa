// One reserved range of addresses; its pages of 2 MiB are committed and given back by number.
// Which pages are free is decided in Java (PageRange).
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include "export.h"
#include "status.h"

#define PAGE_BYTES ((uint64_t) 2 << 20)

// Reserves addresses for `bytes` (whole pages) without committing memory; writes their start.
EXPORT int32_t troupe_memory_reserve(int64_t bytes, int64_t *start)
{
    // Room to start at a multiple of the page, then the slack on both sides is given back.
    const size_t padded = (size_t) bytes + PAGE_BYTES;
    uint8_t *mapped =
        mmap(NULL, padded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
        return STATUS_NO_MEMORY;
    }
    const size_t before = (size_t) (-(uintptr_t) mapped & (PAGE_BYTES - 1));
    if (before != 0) {
        munmap(mapped, before);
    }
    munmap(mapped + before + bytes, PAGE_BYTES - before);
    *start = (int64_t) (uintptr_t) (mapped + before);
    return STATUS_OK;
}

EXPORT void troupe_memory_unreserve(int64_t start, int64_t bytes)
{
    munmap((void *) (uintptr_t) start, (size_t) bytes);
}

// Makes pages usable; they read as zero.
EXPORT int32_t troupe_memory_commit(int64_t start, int64_t bytes)
{
    void *pages = (void *) (uintptr_t) start;
    if (mprotect(pages, (size_t) bytes, PROT_READ | PROT_WRITE) != 0) {
        return STATUS_NO_MEMORY;
    }
    (void) madvise(pages, (size_t) bytes, MADV_HUGEPAGE); // an advice: without it only slower
    return STATUS_OK;
}

// Gives pages back to the operating system.
EXPORT int32_t troupe_memory_decommit(int64_t start, int64_t bytes)
{
    void *pages = (void *) (uintptr_t) start;
    if (madvise(pages, (size_t) bytes, MADV_DONTNEED) != 0) {
        return STATUS_NO_MEMORY;
    }
    return mprotect(pages, (size_t) bytes, PROT_NONE) == 0 ? STATUS_OK : STATUS_NO_MEMORY;
}

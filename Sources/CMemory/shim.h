#ifndef CMEMORY_SHIM_H
#define CMEMORY_SHIM_H

#include <string.h>

#if !defined(__APPLE__)
/* Glibc and musl have memmem, but declare it only under _GNU_SOURCE, which Swift's own modules do not set. */
extern void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);
#endif

/* The first place of `needle` in `haystack`, or NULL. */
static inline const void *cmemory_find(
    const void *haystack, size_t haystack_length, const void *needle, size_t needle_length) {
    return memmem(haystack, haystack_length, needle, needle_length);
}

/* Whether two stretches of memory hold the same bytes. */
static inline int cmemory_is_equal(const void *left, const void *right, size_t length) {
    return memcmp(left, right, length) == 0;
}

#endif

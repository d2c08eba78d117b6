#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* What PersonalDictionary uses of zlib, which is on every system. It is loaded with the first compressed dictionary, and not linked, so that
   building needs no headers of it. Its interface has been the same since zlib 1.2, so it is written here. */

typedef struct {
    const unsigned char *next_in; unsigned avail_in; unsigned long total_in;
    unsigned char *next_out; unsigned avail_out; unsigned long total_out;
    const void *message, *state, *allocate, *release, *context;
    int data_type;
    unsigned long checksum, reserved;
} czlib_stream;

typedef struct __attribute__((swift_attr("@Sendable"))) {
    int (*init)(czlib_stream *, int, const char *, int);
    int (*inflate)(czlib_stream *, int);
    int (*end)(czlib_stream *);
} czlib_library;

static inline bool czlib_load(czlib_library *library) {
#ifdef __APPLE__
    void *file = dlopen("/usr/lib/libz.1.dylib", RTLD_LAZY | RTLD_LOCAL);
#else
    void *file = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
#endif
    return file != NULL && (*(void **)&library->init = dlsym(file, "inflateInit2_")) != NULL
        && (*(void **)&library->inflate = dlsym(file, "inflate")) != NULL
        && (*(void **)&library->end = dlsym(file, "inflateEnd")) != NULL;
}

/* Expands raw deflate data that does not depend on data before it. Returns the size, or -1 if it is damaged or too large. */
static inline long czlib_expand(
    czlib_library library, const unsigned char *data, size_t size, unsigned char *expanded, size_t capacity) {
    czlib_stream stream = {.next_in = data, .avail_in = size, .next_out = expanded, .avail_out = capacity};
    if (library.init(&stream, -15, "1", sizeof stream) != 0) return -1;
    const int status = library.inflate(&stream, 2 /* Z_SYNC_FLUSH */);
    library.end(&stream);
    const bool is_whole = status == 1 /* Z_STREAM_END */ || (status == 0 && stream.avail_in == 0);
    return is_whole ? (long)(capacity - stream.avail_out) : -1;
}

#endif

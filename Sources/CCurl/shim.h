#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What CoreModule uses of libcurl on Linux. The library is loaded with the first request, and not linked: it needs thirty others,
   and to load them takes as long as a whole command that sends nothing. Foundation's URLSession is built on the same library.
   Its interface is stable (https://curl.se/libcurl/abi.html), so its numbers are written here, and its headers are not needed. */

typedef struct __attribute__((swift_attr("@Sendable"))) {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    void (*easy_reset)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    int (*easy_perform)(void *);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
} ccurl_library;

/* Receives bytes. If it returns another count, the transfer ends. */
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);
/* Called at least once a second. If it does not return 0, the transfer ends. */
typedef int (*ccurl_progress)(void *context, int64_t, int64_t, int64_t, int64_t);

static inline bool ccurl_load(ccurl_library *library) {
    void *file = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (file == NULL) return false;
    const struct { const char *name; void **place; } functions[] = {
        {"curl_global_init", (void **)&library->global_init}, {"curl_easy_init", (void **)&library->easy_init},
        {"curl_easy_cleanup", (void **)&library->easy_cleanup}, {"curl_easy_reset", (void **)&library->easy_reset},
        {"curl_easy_setopt", (void **)&library->easy_setopt}, {"curl_easy_getinfo", (void **)&library->easy_getinfo},
        {"curl_easy_perform", (void **)&library->easy_perform}, {"curl_slist_append", (void **)&library->slist_append},
        {"curl_slist_free_all", (void **)&library->slist_free_all},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if ((*functions[i].place = dlsym(file, functions[i].name)) == NULL) return false;
    return true;
}

/* curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. */
static inline int ccurl_set_number(ccurl_library library, void *handle, int option, long value) {
    return library.easy_setopt(handle, option, value);
}
static inline int ccurl_set_pointer(ccurl_library library, void *handle, int option, const void *value) {
    return library.easy_setopt(handle, option, value);
}
static inline int ccurl_set_sink(ccurl_library library, void *handle, int option, ccurl_sink value) {
    return library.easy_setopt(handle, option, value);
}
static inline int ccurl_set_progress(ccurl_library library, void *handle, ccurl_progress value) {
    return library.easy_setopt(handle, 20219, value); /* CURLOPT_XFERINFOFUNCTION */
}
static inline long ccurl_number(ccurl_library library, void *handle, int info) {
    long value = 0;
    return library.easy_getinfo(handle, info, &value) == 0 ? value : 0;
}

#endif

#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

/* Apple's platforms have URLSession, and some lack sigtimedwait. */
#ifndef __APPLE__

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* What CoreModule uses of libcurl on Linux. The library is loaded with the first request, and not linked: it needs thirty others,
   and loading them takes nearly half of the time of a command that sends nothing. Foundation's URLSession is built on the same
   library. Its interface is stable (https://curl.se/libcurl/abi.html), so its numbers are written here, and its headers are not
   needed. */

/* Options of a transfer, and what is known of one, by libcurl's names. */
enum {
    CCURLOPT_LOW_SPEED_LIMIT = 19,
    CCURLOPT_LOW_SPEED_TIME = 20,
    CCURLOPT_NOBODY = 44,
    CCURLOPT_NOPROGRESS = 43,
    CCURLOPT_POSTFIELDSIZE = 60,
    CCURLOPT_NOSIGNAL = 99,
    CCURLOPT_TIMEOUT_MS = 155,
    CCURLOPT_WRITEDATA = 10001,
    CCURLOPT_URL = 10002,
    CCURLOPT_POSTFIELDS = 10015,
    CCURLOPT_USERAGENT = 10018,
    CCURLOPT_HTTPHEADER = 10023,
    CCURLOPT_HEADERDATA = 10029,
    CCURLOPT_CUSTOMREQUEST = 10036,
    CCURLOPT_XFERINFODATA = 10057,
    CCURLOPT_ACCEPT_ENCODING = 10102,
    CCURLOPT_NOPROXY = 10177,
    CCURLOPT_WRITEFUNCTION = 20011,
    CCURLOPT_HEADERFUNCTION = 20079,
    CCURLOPT_XFERINFOFUNCTION = 20219,
    CCURLINFO_OS_ERRNO = 0x200019,
    CCURL_GLOBAL_DEFAULT = 3,
};

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
typedef int (*ccurl_progress)(
    void *context, int64_t to_download, int64_t downloaded, int64_t to_upload, int64_t uploaded);

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
        if ((*functions[i].place = dlsym(file, functions[i].name)) == NULL) {
            dlclose(file);
            return false;
        }
    return true;
}

/* Both may write to a connection that the server has closed. Up to version 7.86, that sends SIGPIPE if the connection is secure,
   which would end the process; so it is taken from this thread. */
static inline sigset_t ccurl_block_sigpipe(bool *was_pending) {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&before);
    *was_pending = sigismember(&before, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    return before;
}
static inline void ccurl_unblock_sigpipe(sigset_t before, bool was_pending) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    while (!was_pending && sigtimedwait(&pipe, NULL, &(struct timespec){0}) == SIGPIPE) {}
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
static inline int ccurl_perform(ccurl_library library, void *handle) {
    bool was_pending;
    sigset_t before = ccurl_block_sigpipe(&was_pending);
    int code = library.easy_perform(handle);
    ccurl_unblock_sigpipe(before, was_pending);
    return code;
}
static inline void ccurl_cleanup(ccurl_library library, void *handle) {
    bool was_pending;
    sigset_t before = ccurl_block_sigpipe(&was_pending);
    library.easy_cleanup(handle);
    ccurl_unblock_sigpipe(before, was_pending);
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
    return library.easy_setopt(handle, CCURLOPT_XFERINFOFUNCTION, value);
}
static inline long ccurl_number(ccurl_library library, void *handle, int info) {
    long value = 0;
    return library.easy_getinfo(handle, info, &value) == 0 ? value : 0;
}

#endif
#endif

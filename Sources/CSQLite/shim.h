#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#if defined(__has_include)
#if !__has_include(<sqlite3.h>)
#error "SQLite's headers are missing. On Debian and Ubuntu: apt-get install libsqlite3-dev. On Fedora: dnf install sqlite-devel."
#endif
#endif

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what is bound before the call returns. */
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif

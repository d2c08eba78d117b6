#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#if defined(__has_include)
#if !__has_include(<sqlite3.h>)
#error "SQLite's headers are missing. On Debian and Ubuntu: apt-get install libsqlite3-dev. On Fedora: dnf install sqlite-devel."
#endif
#endif

#include <sqlite3.h>

/* If on, closing the last connection leaves the write-ahead log as it is; otherwise SQLite moves it into the database file.
   sqlite3_db_config is variadic, which Swift does not import. */
static inline int csqlite_keep_log_on_close(sqlite3 *connection, int is_kept) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept, (int *)0);
}

#endif

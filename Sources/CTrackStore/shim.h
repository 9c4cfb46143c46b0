// Core Location for Linux. SPDX-License-Identifier: MIT
//
// SQLite; see docs/decisions/0031-libraries-for-publishing.md.
#if !__has_include(<sqlite3.h>)
#error "gps needs libsqlite3-dev: run \"make build-tools\""
#endif
#include <sqlite3.h>

// Swift does not import functions with variable arguments.
static inline int core_location_sqlite_set_flag(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

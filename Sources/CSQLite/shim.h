// Core Location for Linux. SPDX-License-Identifier: MIT
#include <sqlite3.h>

// Swift does not import functions with variable arguments.
static inline int core_location_sqlite_set_flag(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

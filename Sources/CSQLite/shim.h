// Core Location for Linux. SPDX-License-Identifier: MIT
#include <sqlite3.h>

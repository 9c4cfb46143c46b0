// Core Location for Linux. SPDX-License-Identifier: MIT
#include <zlib.h>

// Core Location for Linux. SPDX-License-Identifier: MIT
#if !__has_include(<zlib.h>)
#error "gps needs zlib1g-dev: run \"make build-tools\""
#endif
#include <zlib.h>

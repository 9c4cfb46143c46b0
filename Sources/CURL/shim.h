// Core Location for Linux. SPDX-License-Identifier: MIT
#include <curl/curl.h>

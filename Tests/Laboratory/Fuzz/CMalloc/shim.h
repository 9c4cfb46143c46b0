// Core Location for Linux. SPDX-License-Identifier: MIT
#include <malloc.h>

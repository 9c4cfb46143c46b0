// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
import CSQLite
#endif

// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

/// Suites that need a machine with other devices than this one; they run one after the other.
@Suite(.serialized) struct TestbedTests {}

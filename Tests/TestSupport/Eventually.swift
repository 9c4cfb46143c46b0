// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Waits until a condition holds, for a minute at most, and returns whether it does.
///
/// The limit is that long for a sanitizer on a busy machine.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(2000)
  }
  return true
}

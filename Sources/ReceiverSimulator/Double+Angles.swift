// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

extension Double {
  /// Degrees as radians.
  var radians: Double { self * (.pi / 180) }

  /// Radians as degrees.
  var degrees: Double { self * (180 / .pi) }

  /// Degrees as a direction in `0..<360`.
  var direction: Double {
    let rest = fmod(self, 360)
    let direction = rest < 0 ? rest + 360 : rest
    return direction < 360 ? direction : 0
  }
}

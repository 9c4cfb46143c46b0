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

  /// Returns the number rounded to a number of decimals, half away from zero; degrees to decimals of their minutes if the
  /// unit is 60.
  func rounded(decimals: Int, of unit: Double = 1) -> Double {
    var scale = unit
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}

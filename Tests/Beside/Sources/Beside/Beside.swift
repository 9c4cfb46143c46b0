// Core Location for Linux. SPDX-License-Identifier: MIT

#if canImport(CoreLocation)
  import CoreLocation

  func distance() -> Double {
    CLLocation(latitude: 48, longitude: 11).distance(from: CLLocation(latitude: 47, longitude: 9))
  }
#else
  #error("CoreLocation has been built, and is not seen")
#endif

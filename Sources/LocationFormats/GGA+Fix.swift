// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

extension GGA {
  /// Makes the sentence of a fix; what the receiver did not report is empty.
  package init(_ fix: Fix) {
    self.init(talker: .combined)
    time = fix.time?.time
    latitude = fix.latitude
    longitude = fix.longitude
    quality = fix.quality ?? .autonomous
    satellitesUsed = fix.satellitesUsed.map { UInt16(clamping: $0) }
    hdop = fix.dilutionOfPrecision.horizontal
    altitude = fix.altitude
    geoidSeparation = fix.geoidSeparation
  }
}

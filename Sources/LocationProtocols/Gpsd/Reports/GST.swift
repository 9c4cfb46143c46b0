// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// GST: the errors that the receiver reports, one standard deviation each.
package struct GST: Hashable, Sendable {
  package var device: String?
  package var statistics: ErrorStatistics

  package init(_ statistics: ErrorStatistics, device: String?) {
    self.device = device
    self.statistics = statistics
  }

  /// Reads a report; `nil` without a time.
  init?(_ value: JSONValue) {
    guard let time = value["time"]?.string.flatMap({ FixTime(text: $0) }) else { return nil }
    device = value["device"]?.string
    statistics = ErrorStatistics(at: time)
    statistics.rangeDeviation = value.magnitude("rms")
    statistics.semiMajorDeviation = value.magnitude("major")
    statistics.semiMinorDeviation = value.magnitude("minor")
    statistics.orientation = value.angle("orient")
    statistics.latitudeDeviation = value.magnitude("lat")
    statistics.longitudeDeviation = value.magnitude("lon")
    statistics.altitudeDeviation = value.magnitude("alt")
  }

  func set(in object: inout JSONObject) {
    object.set("class", "GST")
    object.set("device", device)
    object.set("time", statistics.time.iso8601)
    object.set("rms", statistics.rangeDeviation, decimals: 3)
    object.set("major", statistics.semiMajorDeviation, decimals: 3)
    object.set("minor", statistics.semiMinorDeviation, decimals: 3)
    object.set("orient", statistics.orientation, decimals: 3)
    object.set("lat", statistics.latitudeDeviation, decimals: 3)
    object.set("lon", statistics.longitudeDeviation, decimals: 3)
    object.set("alt", statistics.altitudeDeviation, decimals: 3)
  }
}

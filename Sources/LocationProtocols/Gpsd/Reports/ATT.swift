// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// ATT: the orientation of the vehicle.
package struct ATT: Hashable, Sendable {
  package var device: String?
  package var time: String?
  /// Degrees clockwise from true north.
  package var heading: Double?
  /// Degrees clockwise from magnetic north.
  package var magneticHeading: Double?

  package init(_ heading: Heading, device: String?) {
    self.device = device
    time = heading.time?.iso8601
    self.heading = heading.trueHeading
    magneticHeading = heading.magneticHeading
  }

  init(_ value: JSONValue) {
    device = value["device"]?.string
    time = value["time"]?.string
    heading = value.quantity("heading")
    magneticHeading = value.quantity("mheading")
  }

  func set(in object: inout JSONObject) {
    object.set("class", "ATT")
    object.set("device", device)
    object.set("time", time)
    object.set("heading", heading, decimals: 4)
    object.set("mheading", magneticHeading, decimals: 4)
  }
}

extension ATT {
  /// The direction in which the bow points; `nil` without a direction.
  package var bearing: Heading? {
    func angle(_ value: Double?) -> Double? { value.flatMap { (0..<360).contains($0) ? $0 : nil } }
    var bearing = Heading(
      angle(heading) == nil ? .magneticNorth : .trueNorth, at: time.flatMap { FixTime(text: $0) })
    bearing.trueHeading = angle(heading)
    bearing.magneticHeading = angle(magneticHeading)
    return bearing.trueHeading == nil && bearing.magneticHeading == nil ? nil : bearing
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// DEVICE: a receiver, and whether it sends anything.
package struct GpsdDevice: Hashable, Sendable {
  package var path: String
  /// The protocol it speaks, such as ``nmea``; `nil` until it has sent something.
  package var driver: String?
  /// Its model, such as `u-blox 8`.
  package var subtype: String?
  /// When bytes last arrived from it, as ISO 8601; `nil` if unknown.
  package var activated: String?
  /// Whether it has been lost: reported as `"activated":0`.
  package var isLost = false
  /// Bits per second; `nil` for a device without a rate.
  package var rate: Int?
  /// Seconds between its reports; `nil` until known, when clients are sent gpsd's own initial value.
  package var cycle: Double?

  /// gpsd's names of protocols.
  package static let (nmea, ublox) = ("NMEA0183", "u-blox")

  /// The longest path, in bytes; clients cut off longer ones.
  private static let longestPath = 127

  package init(path: String) { self.path = path }

  func set(in object: inout JSONObject) {
    object.set("class", "DEVICE")
    object.set("path", String(decoding: path.utf8.prefix(Self.longestPath), as: UTF8.self))
    guard !isLost else {
      object.set("activated", 0)
      return
    }
    object.set("driver", driver)
    object.set("subtype", subtype)
    object.set("readonly", true)
    object.set("activated", activated)
    if driver != nil {
      // GNSS, and whether it is in its own binary mode.
      object.set("flags", 1)
      object.set("native", driver == Self.nmea ? 0 : 1)
    }
    if let rate {
      object.set("bps", rate)
      object.set("parity", "N")
      object.set("stopbits", 1)
    }
    // Clients that read a rate expect a cycle as well.
    object.set("cycle", cycle ?? (rate == nil ? nil : 1), decimals: 2)
  }

  init?(_ value: JSONValue) {
    guard let path = value["path"]?.string else { return nil }
    self.path = path
    driver = value["driver"]?.string
    subtype = value["subtype"]?.string
    activated = value["activated"]?.string
    isLost = value["activated"]?.number == 0
    rate = value["bps"]?.integer.flatMap(UInt32.init(exactly:)).map(Int.init)
    cycle = value.quantity("cycle")
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// TPV: time, position and velocity, as gpsd reports them.
///
/// In degrees, meters and meters per second. gpsd's errors (`eph` and the others) contain 95 %, whereas all other
/// accuracies in this package contain 68 %: ``init(_:device:)`` and ``fix`` convert them.
package struct TPV: Hashable, Sendable {
  package enum Mode: Int, Sendable {
    /// Nothing is known: the receiver is lost.
    case unknown = 0
    case noFix = 1
    case twoDimensional = 2
    case threeDimensional = 3
  }

  package var device: String?
  package var mode: Mode
  /// How the position was obtained; sent only above 1 (2 differential, 3 RTK fixed, 4 RTK float, 5 dead reckoning, 8
  /// simulated).
  package var status: Int?
  /// The time as ISO 8601 in UTC with milliseconds: `2025-06-15T06:32:20.000Z`.
  package var time: String?
  package var latitude: Double?
  package var longitude: Double?
  /// Altitude above the WGS 84 ellipsoid.
  package var ellipsoidalAltitude: Double?
  /// Altitude above mean sea level.
  package var altitude: Double?
  package var horizontalError: Double?
  package var longitudeError: Double?
  package var latitudeError: Double?
  package var verticalError: Double?
  /// Estimated error in three dimensions, as a radius.
  package var sphericalError: Double?
  /// Course over ground, in degrees clockwise from true north.
  package var track: Double?
  package var trackError: Double?
  /// From true to magnetic north, degrees, east positive; never read.
  package var magneticVariation: Double?
  package var speed: Double?
  package var speedError: Double?
  package var climb: Double?
  package var geoidSeparation: Double?
  /// Seconds since the last differential correction, and the station that sent it; reported together.
  package var differentialAge: Double?
  package var differentialStation: Int?

  /// Why the position should not be trusted.
  ///
  /// gpsd has no such member; libgps and others ignore those that they do not know.
  package var warnings: FixWarnings = []

  package init(device: String?, mode: Mode) {
    self.device = device
    self.mode = mode
  }

  func set(in object: inout JSONObject) {
    object.set("class", "TPV")
    object.set("device", device)
    object.set("mode", mode.rawValue)
    object.set("status", status.flatMap { $0 > 1 ? $0 : nil })
    object.set("time", time)
    object.set("lat", latitude, decimals: 9)
    object.set("lon", longitude, decimals: 9)
    object.set("altHAE", ellipsoidalAltitude, decimals: 4)
    object.set("altMSL", altitude, decimals: 4)
    // Deprecated since gpsd 3.20, but many clients still read it.
    object.set("alt", altitude, decimals: 4)
    object.set("epx", longitudeError, decimals: 3)
    object.set("epy", latitudeError, decimals: 3)
    object.set("epv", verticalError, decimals: 3)
    object.set("eph", horizontalError, decimals: 3)
    object.set("track", track, decimals: 4)
    object.set("magtrack", magneticTrack, decimals: 4)
    object.set("magvar", magneticVariation, decimals: 1)
    object.set("speed", speed, decimals: 3)
    object.set("climb", climb, decimals: 3)
    object.set("eps", speedError, decimals: 3)
    object.set("epd", trackError, decimals: 4)
    object.set("geoidSep", geoidSeparation, decimals: 3)
    object.set("sep", sphericalError, decimals: 3)
    if let differentialAge, let differentialStation {
      object.set("dgpsAge", differentialAge, decimals: 1)
      object.set("dgpsSta", differentialStation)
    }
    object.set(warnings)
  }

  /// Course over ground, in degrees clockwise from magnetic north.
  private var magneticTrack: Double? {
    guard let track, let magneticVariation else { return nil }
    let turned = (track - magneticVariation).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  init(_ value: JSONValue) {
    device = value["device"]?.string
    mode = value["mode"]?.integer.flatMap(Mode.init) ?? .unknown
    status = value["status"]?.integer
    time = value["time"]?.string
    latitude = value["lat"]?.number
    longitude = value["lon"]?.number
    ellipsoidalAltitude = value["altHAE"]?.number
    altitude = value["altMSL"]?.number ?? value["alt"]?.number
    longitudeError = value["epx"]?.number
    latitudeError = value["epy"]?.number
    verticalError = value["epv"]?.number
    horizontalError = value["eph"]?.number
    track = value["track"]?.number
    speed = value["speed"]?.number
    climb = value["climb"]?.number
    speedError = value["eps"]?.number
    trackError = value["epd"]?.number
    geoidSeparation = value["geoidSep"]?.number
    warnings = FixWarnings(value["warnings"])
    differentialAge = value["dgpsAge"]?.number
    differentialStation = value["dgpsSta"]?.integer
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether an inertial system has a solution.
struct InertialState: Encodable, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// Whether its position holds; it does while the azimuth is still uncertain.
  var hasPosition: Bool {
    switch name {
    case "INS_SOLUTION_GOOD", "INS_SOLUTION_FREE", "INS_ALIGNMENT_COMPLETE", "INS_HIGH_VARIANCE":
      true
    default: false
    }
  }

  var hasHeading: Bool { name == "INS_SOLUTION_GOOD" || isUnaided }

  /// Whether satellites do not help at present.
  var isUnaided: Bool { name == "INS_SOLUTION_FREE" }

  static let names: [UInt32: String] = [
    0: "INS_INACTIVE", 1: "INS_ALIGNING", 2: "INS_HIGH_VARIANCE", 3: "INS_SOLUTION_GOOD",
    6: "INS_SOLUTION_FREE", 7: "INS_ALIGNMENT_COMPLETE", 8: "DETERMINING_ORIENTATION",
    9: "WAITING_INITIALPOS", 10: "WAITING_AZIMUTH", 11: "INITIALIZING_BIASES", 12: "MOTION_DETECT",
    14: "WAITING_ALIGNMENTORIENTATION",
  ]
}

/// INSPVA and INSPVAS: where a vehicle with an inertial system is, how it moves and where it points.
///
///     week seconds lat lon height vN vE vU roll pitch azimuth status
///     0    4       12  20  28     36 44 52 60   68    76      84
struct INSPVA: LogMessage {
  var latitude: Double?
  var longitude: Double?
  /// Above the ellipsoid.
  var ellipsoidalAltitude: Double?
  var northSpeed: Double?
  var eastSpeed: Double?
  var upwardSpeed: Double?
  var roll: Double?
  var pitch: Double?
  /// Clockwise from true north.
  var azimuth: Double?
  var status: InertialState

  init?(_ fields: inout LogFields) {
    // Week and seconds are those of the header.
    fields.skip(bytes: 12, fields: 2)
    (latitude, longitude) = (fields.double(), fields.double())
    ellipsoidalAltitude = fields.double()
    (northSpeed, eastSpeed, upwardSpeed) = (fields.double(), fields.double(), fields.double())
    (roll, pitch, azimuth) = (fields.double(), fields.double(), fields.double())
    guard let status = fields.word(InertialState.names) else { return nil }
    self.status = InertialState(status)
  }

  /// `nil` while the azimuth is uncertain.
  var heading: Double? { status.hasHeading ? azimuth : nil }
}

/// INSPVAX: the same with the type of the position and deviations.
///
///     status type lat lon height undulation vN vE vU roll pitch azimuth σlat σlon σheight σvN σvE σvU σroll σpitch σazimuth …
///     0      4    8   16  24     32         36 44 52 60   68    76      84   88   92      96  100 104 108   112    116
struct INSPVAX: LogMessage {
  var status: InertialState
  var positionType: SolutionType
  var latitude: Double?
  var longitude: Double?
  /// Above mean sea level.
  var altitude: Double?
  /// The height of the geoid above the ellipsoid.
  var undulation: Double?
  var northSpeed: Double?
  var eastSpeed: Double?
  var upwardSpeed: Double?
  var roll: Double?
  var pitch: Double?
  /// Clockwise from true north.
  var azimuth: Double?
  var latitudeDeviation: Double?
  var longitudeDeviation: Double?
  var altitudeDeviation: Double?
  var azimuthDeviation: Double?

  init?(_ fields: inout LogFields) {
    guard let status = fields.word(InertialState.names), let type = fields.solutionType() else {
      return nil
    }
    (self.status, positionType) = (InertialState(status), type)
    (latitude, longitude) = (fields.double(), fields.double())
    (altitude, undulation) = (fields.double(), fields.float())
    (northSpeed, eastSpeed, upwardSpeed) = (fields.double(), fields.double(), fields.double())
    (roll, pitch, azimuth) = (fields.double(), fields.double(), fields.double())
    (latitudeDeviation, longitudeDeviation) = (fields.float(), fields.float())
    altitudeDeviation = fields.float()
    fields.skip(bytes: 20, fields: 5)
    azimuthDeviation = fields.float()
    guard azimuthDeviation != nil else { return nil }
  }

  /// `nil` while the azimuth is uncertain.
  var heading: Double? { status.hasHeading ? azimuth : nil }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// BESTPOS, BESTNAV and their kin: a position, and with some of Unicore's a velocity.
///
///     status type lat lon height undulation datum σlat σlon σheight station age solution age tracked used …
///     0      4    8   16  24     32         36    40   44   48      52      56  60           64      65
///     velocity: status type latency age speed course vertical speed σvertical σhorizontal
///               72     76   80      84  88    96     104            112       116
struct PositionLog: LogMessage {
  var solutionStatus: SolutionState
  var positionType: SolutionType
  var latitude: Double?
  var longitude: Double?
  /// Above mean sea level.
  var altitude: Double?
  /// The height of the geoid above the ellipsoid.
  var undulation: Double?
  var latitudeDeviation: Double?
  var longitudeDeviation: Double?
  var altitudeDeviation: Double?
  var station: String?
  /// Of the corrections, seconds.
  var age: Double?
  var satellitesTracked: Int?
  var satellitesUsed: Int?
  var velocityStatus: SolutionState?
  var velocityType: SolutionType?
  /// Over ground.
  var speed: Double?
  var course: Double?
  /// Upward.
  var verticalSpeed: Double?
  var verticalSpeedDeviation: Double?
  var speedDeviation: Double?

  init?(_ fields: inout LogFields) {
    guard let status = fields.solutionStatus(), let type = fields.solutionType() else { return nil }
    (solutionStatus, positionType) = (status, type)
    (latitude, longitude) = (fields.double(), fields.double())
    (altitude, undulation) = (fields.double(), fields.float())
    // The datum.
    fields.skip(bytes: 4, fields: 1)
    (latitudeDeviation, longitudeDeviation) = (fields.float(), fields.float())
    altitudeDeviation = fields.float()
    (station, age) = (fields.characters(), fields.float())
    // The age of the solution.
    fields.skip(bytes: 4, fields: 1)
    (satellitesTracked, satellitesUsed) = (fields.byte(), fields.byte())
    guard satellitesUsed != nil else { return nil }
    fields.skip(bytes: 6, fields: 6)
    (velocityStatus, velocityType) = (fields.solutionStatus(), fields.solutionType())
    fields.skip(bytes: 8, fields: 2)
    (speed, course, verticalSpeed) = (fields.double(), fields.double(), fields.double())
    (verticalSpeedDeviation, speedDeviation) = (fields.float(), fields.float())
  }
}

/// BESTVEL and its kin: a velocity.
///
///     status type latency age speed course vertical speed
///     0      4    8       12  16    24     32
struct VelocityLog: LogMessage {
  var solutionStatus: SolutionState
  var velocityType: SolutionType
  /// By how much older than the header says, seconds.
  var latency: Double?
  /// Over ground.
  var speed: Double?
  /// −180…360.
  var course: Double?
  /// Upward.
  var verticalSpeed: Double?

  init?(_ fields: inout LogFields) {
    guard let status = fields.solutionStatus(), let type = fields.solutionType() else { return nil }
    (solutionStatus, velocityType) = (status, type)
    latency = fields.float()
    fields.skip(bytes: 4, fields: 1)
    (speed, course, verticalSpeed) = (fields.double(), fields.double(), fields.double())
    guard verticalSpeed != nil else { return nil }
  }
}

/// BESTXYZ and BESTNAVXYZ: position and velocity in three coordinates from the center of the Earth.
///
///     status type X Y  Z  σX σY σZ status type vX vY vZ σ (3) station latency age solution age tracked used
///     0      4    8 16 24 32 36 40 44     48   52 60 68 76    88      92      96  100          104     105
struct EarthPositionLog: LogMessage {
  var solutionStatus: SolutionState
  var positionType: SolutionType
  var x: Double
  var y: Double
  var z: Double
  var velocityStatus: SolutionState?
  var velocityX: Double?
  var velocityY: Double?
  var velocityZ: Double?
  var age: Double?
  var satellitesUsed: Int?

  init?(_ fields: inout LogFields) {
    guard let status = fields.solutionStatus(), let type = fields.solutionType(),
      let x = fields.double(), let y = fields.double(), let z = fields.double()
    else { return nil }
    (solutionStatus, positionType, self.x, self.y, self.z) = (status, type, x, y, z)
    fields.skip(bytes: 12, fields: 3)
    velocityStatus = fields.solutionStatus()
    fields.skip(bytes: 4, fields: 1)
    (velocityX, velocityY, velocityZ) = (fields.double(), fields.double(), fields.double())
    fields.skip(bytes: 20, fields: 5)
    age = fields.float()
    fields.skip(bytes: 5, fields: 2)
    satellitesUsed = fields.byte()
  }
}

/// PVTSLN: the best solution, the one without corrections, velocity, heading and dilutions of Unicore in one log.
///
///     type height lat lon σheight σlat σlon age | type height lat lon undulation tracked used (2) | vN vE vU
///     0    4      8   16  24      28   32   36    40   44     48  56  64         68      69         72 80 88
///     heading: type baseline heading pitch satellites (4) | GDOP PDOP HDOP HTDOP TDOP …
///              96   100      104     108   112             116  120  124
struct PVTSLN: LogMessage {
  var positionType: SolutionType
  /// Above mean sea level.
  var altitude: Double?
  var latitude: Double?
  var longitude: Double?
  var altitudeDeviation: Double?
  var latitudeDeviation: Double?
  var longitudeDeviation: Double?
  /// Of the corrections, seconds.
  var age: Double?
  /// The height of the geoid above the ellipsoid.
  var undulation: Double?
  var satellitesTracked: Int?
  var satellitesUsed: Int?
  var northSpeed: Double?
  var eastSpeed: Double?
  /// Called speed over ground in some data sheets.
  var upwardSpeed: Double?
  var headingType: SolutionType?
  /// From one antenna to the other.
  var baseline: Double?
  /// From one antenna to the other, clockwise from true north.
  var heading: Double?
  var pitch: Double?
  var gdop: Double?
  var pdop: Double?
  var hdop: Double?

  init?(_ fields: inout LogFields) {
    guard let type = fields.solutionType() else { return nil }
    positionType = type
    (altitude, latitude, longitude) = (fields.float(), fields.double(), fields.double())
    (altitudeDeviation, latitudeDeviation) = (fields.float(), fields.float())
    (longitudeDeviation, age) = (fields.float(), fields.float())
    // The solution without corrections.
    fields.skip(bytes: 24, fields: 4)
    undulation = fields.float()
    (satellitesTracked, satellitesUsed) = (fields.byte(), fields.byte())
    fields.skip(bytes: 2, fields: 2)
    (northSpeed, eastSpeed, upwardSpeed) = (fields.double(), fields.double(), fields.double())
    guard upwardSpeed != nil else { return nil }
    headingType = fields.solutionType()
    (baseline, heading, pitch) = (fields.float(), fields.float(), fields.float())
    fields.skip(bytes: 4, fields: 4)
    (gdop, pdop, hdop) = (fields.float(), fields.float(), fields.float())
  }
}

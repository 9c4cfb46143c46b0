// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

extension RandomMessage {
  mutating func pubx00() -> PUBX00 {
    var message = PUBX00()
    message.time = time()
    message.latitude = degrees(90)
    message.longitude = degrees(180)
    message.ellipsoidalAltitude = decimal()
    message.status = text()
    message.horizontalAccuracy = decimal()
    message.verticalAccuracy = decimal()
    message.speedKilometersPerHour = decimal()
    message.course = decimal()
    message.downwardSpeed = decimal()
    message.differentialAge = decimal()
    message.hdop = decimal()
    message.vdop = decimal()
    message.tdop = decimal()
    message.satellitesUsed = integer()
    return message
  }

  mutating func pubx03() -> PUBX03 {
    var message = PUBX03()
    message.satelliteCount = integer()
    message.satellites = (0..<number(0...12)).map { _ in satellite() }
    return message
  }

  mutating func pubx04() -> PUBX04 {
    var message = PUBX04()
    message.time = time()
    message.date = date()
    message.secondsOfWeek = decimal()
    message.week = integer()
    message.leapSeconds = text()
    message.clockBiasNanoseconds = decimal()
    message.clockDriftNanoseconds = decimal()
    message.pulseGranularityNanoseconds = decimal()
    return message
  }

  mutating func pgrme() -> PGRME {
    var message = PGRME()
    message.horizontalError = decimal()
    message.verticalError = decimal()
    message.sphericalError = decimal()
    return message
  }

  mutating func pgrmz() -> PGRMZ {
    var message = PGRMZ()
    message.altitudeFeet = decimal()
    message.mode = mode()
    return message
  }

  mutating func psrfepe() -> PSRFEPE {
    var message = PSRFEPE()
    message.time = time()
    message.status = status()
    message.hdop = decimal()
    message.horizontalError = decimal()
    message.verticalError = decimal()
    message.speedError = decimal()
    message.courseError = decimal()
    return message
  }

  mutating func pmtk001() -> PMTK001 {
    var message = PMTK001()
    message.command = integer()
    message.result = integer()
    return message
  }

  mutating func pmtk705() -> PMTK705 {
    var message = PMTK705()
    message.release = text()
    message.build = text()
    message.product = text()
    message.sdk = text()
    return message
  }

  mutating func pqtmver() -> PQTMVER {
    var message = PQTMVER()
    message.version = text()
    return message
  }

  private mutating func satellite() -> PUBX03.Satellite {
    var satellite = PUBX03.Satellite(number: number(0...UInt16.max))
    satellite.status = maybe { _ in "U" }
    satellite.azimuth = integer()
    satellite.elevation = integer()
    satellite.carrierToNoise = float()
    satellite.lockTime = integer()
    return satellite
  }
}

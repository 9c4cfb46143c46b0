// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import TestSupport

extension RandomMessage {
  /// Returns a message of any kind.
  mutating func next() -> Message {
    switch Int.random(in: 0..<27, using: &random) {
    case 0: .gga(gga())
    case 1: .rmc(rmc())
    case 2: .gsa(gsa())
    case 3: .vtg(vtg())
    case 4: .gsv(gsv())
    case 5: .gll(gll())
    case 6: .gns(gns())
    case 7: .gst(gst())
    case 8: .gbs(gbs())
    case 9: .grs(grs())
    case 10: .zda(zda())
    case 11: .dtm(dtm())
    case 12: .hdt(hdt())
    case 13: .hdg(hdg())
    case 14: .hdm(hdm())
    case 15: .ths(ths())
    case 16: .rot(rot())
    case 17: .txt(txt())
    case 18: .pubx00(pubx00())
    case 19: .pubx03(pubx03())
    case 20: .pubx04(pubx04())
    case 21: .pgrme(pgrme())
    case 22: .pgrmz(pgrmz())
    case 23: .psrfepe(psrfepe())
    case 24: .pmtk001(pmtk001())
    case 25: .pmtk705(pmtk705())
    default: .pqtmver(pqtmver())
    }
  }
}

// MARK: - The kinds

extension RandomMessage {
  mutating func gga() -> GGA {
    var message = GGA(talker: talker())
    message.time = time()
    message.latitude = degrees(90)
    message.longitude = degrees(180)
    message.quality = maybe { FixQuality(rawValue: $0.number(0...255)) }
    message.satellitesUsed = integer()
    message.hdop = decimal()
    message.altitude = decimal()
    message.geoidSeparation = decimal()
    message.differentialAge = decimal()
    message.differentialStation = integer()
    return message
  }

  mutating func rmc() -> RMC {
    var message = RMC(talker: talker())
    message.time = time()
    message.status = status()
    message.latitude = degrees(90)
    message.longitude = degrees(180)
    message.speedKnots = decimal()
    message.course = decimal()
    message.date = date()
    message.magneticVariation = decimal()
    message.mode = letter()
    message.navigationalStatus = letter()
    return message
  }

  mutating func gsa() -> GSA {
    var message = GSA(talker: talker())
    message.selection = maybe { $0.random.oneIn(2) ? .automatic : .manual }
    message.mode = mode()
    message.satellites = ShortList((0..<number(0...12)).map { _ in number(0...UInt16.max) })
    message.pdop = decimal()
    message.hdop = decimal()
    message.vdop = decimal()
    message.system = integer().map(SystemID.init)
    return message
  }

  mutating func vtg() -> VTG {
    var message = VTG(talker: talker())
    message.course = decimal()
    message.magneticCourse = decimal()
    message.speedKnots = decimal()
    message.speedKilometersPerHour = decimal()
    message.mode = letter()
    return message
  }

  mutating func gsv() -> GSV {
    var message = GSV(talker: talker())
    message.sentenceCount = integer()
    message.sentenceNumber = integer()
    message.satellitesInView = integer()
    message.satellites = ShortList(
      (0..<number(0...4)).map { _ in
        GSV.Satellite(
          number: number(0...UInt16.max), elevation: maybe { $0.number(-90...90) },
          azimuth: maybe { $0.number(0...359) }, carrierToNoise: float())
      })
    message.signal = integer()
    return message
  }

  mutating func gll() -> GLL {
    var message = GLL(talker: talker())
    message.latitude = degrees(90)
    message.longitude = degrees(180)
    message.time = time()
    message.status = status()
    message.mode = letter()
    return message
  }

  mutating func gns() -> GNS {
    var message = GNS(talker: talker())
    message.time = time()
    message.latitude = degrees(90)
    message.longitude = degrees(180)
    message.modes = ShortList(
      (0..<number(0...8)).compactMap { _ in PositioningMode(rawValue: number(0x41...0x5A)) })
    message.satellitesUsed = integer()
    message.hdop = decimal()
    message.altitude = decimal()
    message.geoidSeparation = decimal()
    message.differentialAge = decimal()
    message.differentialStation = integer()
    message.navigationalStatus = letter()
    return message
  }

  mutating func gst() -> GST {
    var message = GST(talker: talker())
    message.time = time()
    message.rangeDeviation = decimal()
    message.semiMajorDeviation = decimal()
    message.semiMinorDeviation = decimal()
    message.orientation = decimal()
    message.latitudeDeviation = decimal()
    message.longitudeDeviation = decimal()
    message.altitudeDeviation = decimal()
    return message
  }

  mutating func gbs() -> GBS {
    var message = GBS(talker: talker())
    message.time = time()
    message.latitudeError = decimal()
    message.longitudeError = decimal()
    message.altitudeError = decimal()
    message.failedSatellite = integer()
    message.missProbability = decimal()
    message.bias = decimal()
    message.biasDeviation = decimal()
    message.system = integer().map(SystemID.init)
    message.signal = integer()
    return message
  }

  mutating func grs() -> GRS {
    var message = GRS(talker: talker())
    message.time = time()
    message.computation = integer()
    message.residuals = residuals()
    message.system = integer().map(SystemID.init)
    message.signal = integer()
    return message
  }

  mutating func zda() -> ZDA {
    var message = ZDA(talker: talker())
    message.time = time()
    message.day = integer()
    message.month = integer()
    message.year = integer()
    message.zoneHours = integer()
    message.zoneMinutes = integer()
    return message
  }

  mutating func dtm() -> DTM {
    var message = DTM(talker: talker())
    message.datum = text()
    message.subdivision = text()
    message.latitudeOffsetMinutes = decimal()
    message.longitudeOffsetMinutes = decimal()
    message.altitudeOffset = decimal()
    message.referenceDatum = text()
    return message
  }

  mutating func hdt() -> HDT {
    var message = HDT(talker: talker())
    message.heading = decimal()
    return message
  }

  mutating func hdg() -> HDG {
    var message = HDG(talker: talker())
    message.sensorHeading = decimal()
    message.deviation = decimal()
    message.magneticVariation = decimal()
    return message
  }

  mutating func hdm() -> HDM {
    var message = HDM(talker: talker())
    message.magneticHeading = decimal()
    return message
  }

  mutating func ths() -> THS {
    var message = THS(talker: talker())
    message.heading = decimal()
    message.mode = letter()
    return message
  }

  mutating func rot() -> ROT {
    var message = ROT(talker: talker())
    message.rateDegreesPerMinute = decimal()
    message.status = status()
    return message
  }

  mutating func txt() -> TXT {
    var message = TXT(talker: talker())
    message.sentenceCount = integer()
    message.sentenceNumber = integer()
    message.identifier = integer()
    message.text = text()
    return message
  }

  /// Returns residuals, some of them empty, but not the last.
  private mutating func residuals() -> ShortList<12, Float?> {
    var list = ShortList<12, Float?>((0..<number(0...11)).map { _ in float() })
    if !list.isEmpty { _ = list.append(1.5) }
    return list
  }
}

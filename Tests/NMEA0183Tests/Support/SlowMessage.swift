// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The slow reader's result for a sentence of the kinds that receivers send most.
struct SlowMessage {
  /// The message; `nil` if the sentence cannot be used.
  let message: Message?
  let unreadable: Int

  /// Reads the text between `$` and `*`; `nil` for a sentence of another kind.
  init?(_ body: String) {
    let (address, rest) = Self.split(body)
    guard address.count == 5, address.first != "P", let talker = Talker(String(address.prefix(2)))
    else { return nil }
    var fields = SlowReader(rest)
    let message: Message
    switch address.suffix(3) {
    case "GGA": message = .gga(Self.gga(&fields, talker))
    case "RMC": message = .rmc(Self.rmc(&fields, talker))
    case "GLL": message = .gll(Self.gll(&fields, talker))
    case "VTG": message = .vtg(Self.vtg(&fields, talker))
    case "GST": message = .gst(Self.gst(&fields, talker))
    case "ZDA": message = .zda(Self.zda(&fields, talker))
    case "GSA": message = .gsa(Self.gsa(&fields, talker))
    case "GSV":
      message = .gsv(
        Self.gsv(
          &fields, talker, count: rest.split(separator: ",", omittingEmptySubsequences: false).count
        ))
    default: return nil
    }
    unreadable = fields.unreadable
    self.message = fields.isUnusable ? nil : message
  }

  private static func split(_ body: String) -> (address: String, rest: String) {
    let parts = body.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }

  private static func gga(_ fields: inout SlowReader, _ talker: Talker) -> GGA {
    var message = GGA(talker: talker)
    message.time = fields.time()
    message.latitude = fields.latitude()
    message.longitude = fields.longitude()
    message.quality = fields.integer(atMost: 255).map { FixQuality(rawValue: UInt8($0)) }
    message.satellitesUsed = fields.integer(atMost: 65_535).map { UInt16($0) }
    message.hdop = fields.decimal()
    message.altitude = fields.decimal()
    fields.skip()
    message.geoidSeparation = fields.decimal()
    fields.skip()
    message.differentialAge = fields.decimal()
    message.differentialStation = fields.integer(atMost: 65_535).map { UInt16($0) }
    return message
  }

  private static func rmc(_ fields: inout SlowReader, _ talker: Talker) -> RMC {
    var message = RMC(talker: talker)
    message.time = fields.time()
    message.status = fields.letter().map(DataStatus.init)
    message.latitude = fields.latitude()
    message.longitude = fields.longitude()
    message.speedKnots = fields.decimal()
    message.course = fields.decimal()
    message.date = fields.shortDate()
    if let variation = fields.decimal() {
      message.magneticVariation = fields.letter(of: "EW").map {
        $0 == UInt8(ascii: "E") ? variation : -variation
      }
    } else {
      fields.skip()
    }
    message.mode = fields.letter().map(PositioningMode.init)
    message.navigationalStatus = fields.letter().map(NavigationalStatus.init)
    return message
  }

  private static func gll(_ fields: inout SlowReader, _ talker: Talker) -> GLL {
    var message = GLL(talker: talker)
    message.latitude = fields.latitude()
    message.longitude = fields.longitude()
    message.time = fields.time()
    message.status = fields.vitalLetter().map(DataStatus.init)
    message.mode = fields.letter().map(PositioningMode.init)
    return message
  }

  private static func vtg(_ fields: inout SlowReader, _ talker: Talker) -> VTG {
    var message = VTG(talker: talker)
    message.course = fields.decimal()
    // Version 1 has no letters after the numbers.
    let lettered = !fields.nextIsNumber
    if lettered { fields.skip() }
    message.magneticCourse = fields.decimal()
    if lettered { fields.skip() }
    message.speedKnots = fields.decimal()
    if lettered { fields.skip() }
    message.speedKilometersPerHour = fields.decimal()
    if lettered { fields.skip() }
    message.mode = fields.letter().map(PositioningMode.init)
    return message
  }

  private static func gst(_ fields: inout SlowReader, _ talker: Talker) -> GST {
    var message = GST(talker: talker)
    message.time = fields.time()
    message.rangeDeviation = fields.decimal()
    message.semiMajorDeviation = fields.decimal()
    message.semiMinorDeviation = fields.decimal()
    message.orientation = fields.decimal()
    message.latitudeDeviation = fields.decimal()
    message.longitudeDeviation = fields.decimal()
    message.altitudeDeviation = fields.decimal()
    return message
  }

  private static func zda(_ fields: inout SlowReader, _ talker: Talker) -> ZDA {
    var message = ZDA(talker: talker)
    message.time = fields.time()
    message.day = fields.integer(atMost: 255).map { UInt8($0) }
    message.month = fields.integer(atMost: 255).map { UInt8($0) }
    message.year = fields.integer(atMost: 65_535).map { UInt16($0) }
    message.zoneHours = fields.signedInteger(-128...127).map { Int8($0) }
    message.zoneMinutes = fields.signedInteger(-128...127).map { Int8($0) }
    return message
  }

  private static func gsa(_ fields: inout SlowReader, _ talker: Talker) -> GSA {
    var message = GSA(talker: talker)
    message.selection = fields.letter(of: "AM").flatMap(SelectionMode.init)
    message.mode = fields.letter(of: "123").flatMap(FixMode.init)
    let numbers = (0..<12).compactMap { _ in fields.integer(atMost: 65_535) }
    message.satellites = ShortList(numbers.map { UInt16($0) })
    message.pdop = fields.decimal()
    message.hdop = fields.decimal()
    message.vdop = fields.decimal()
    message.system = fields.hexadecimal().map(SystemID.init)
    return message
  }

  private static func gsv(_ fields: inout SlowReader, _ talker: Talker, count: Int) -> GSV {
    var message = GSV(talker: talker)
    message.sentenceCount = fields.integer(atMost: 255).map { UInt8($0) }
    message.sentenceNumber = fields.integer(atMost: 255).map { UInt8($0) }
    message.satellitesInView = fields.integer(atMost: 65_535).map { UInt16($0) }
    // One or two fields left over are the signal and the system; three are a satellite that was cut off.
    let satellites = (0..<min(4, max(0, count - 2) / 4)).compactMap { _ -> GSV.Satellite? in
      let number = fields.integer(atMost: 65_535)
      let elevation = fields.roundedInteger(-90...90)
      let azimuth = fields.roundedInteger(0...360)
      let carrierToNoise = fields.decimal()
      return number.map {
        GSV.Satellite(
          number: UInt16($0), elevation: elevation.map { Int8($0) },
          azimuth: azimuth.map { $0 == 360 ? 0 : UInt16($0) },
          carrierToNoise: carrierToNoise.map { Float($0) })
      }
    }
    message.satellites = ShortList(satellites)
    message.signal = fields.hexadecimal()
    message.system = fields.hexadecimal().map(SystemID.init)
    return message
  }
}

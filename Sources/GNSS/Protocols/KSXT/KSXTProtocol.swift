// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// KSXT, a line of Unicore's and other Chinese receivers with two antennas.
///
/// It ends as a sentence does, or with the CRC-32 of everything between `$` and `*` in eight hexadecimal digits. The latter is
/// no sentence: its first two digits would be taken for a checksum.
enum KSXTProtocol: ReceiverProtocol {
  static let name = "KSXT"
  static let openers: [[UInt8]] = [Array("$KSXT,".utf8)]
  static let hasSentences = true

  /// A line has about 200 characters.
  private static let longest = 1024

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    var offset = openers[0].count
    while offset < bytes.byteCount {
      switch bytes.byte(at: offset) {
      case UInt8(ascii: "*"): return close(bytes, at: offset)
      // A sentence would begin.
      case UInt8(ascii: "$"): return .none
      case 0x20...0x7E where offset < longest: offset += 1
      default: return .none
      }
    }
    return .incomplete
  }

  private static func close(_ bytes: RawSpan, at asterisk: Int) -> ForeignFrame {
    let end = asterisk + 9
    for offset in asterisk + 1..<min(end, bytes.byteCount) {
      guard Character(UnicodeScalar(bytes.byte(at: offset))).isHexDigit else {
        // Two digits are for the reader of sentences; with more, neither checksum can be right.
        return offset <= asterisk + 3 ? .none : .damaged
      }
    }
    return bytes.frame(of: end) { line in
      UInt32(line.text(asterisk + 1..<end), radix: 16) == line.crc32(1..<asterisk)
    }
  }

  static func hasSentence(_ address: SentenceAddress) -> Bool { address.description == "KSXT" }

  static func message(in frame: RawSpan) -> (any Encodable)? { KSXT(fields(of: frame)) }

  static func message(_ address: SentenceAddress, _ fields: TextFields) -> (any Encodable)? {
    KSXT(fields)
  }

  static func makeReader() -> (any ProtocolReader)? { KSXTReader() }

  /// Returns the fields of a frame, which ends with an asterisk and eight digits.
  static func fields(of frame: RawSpan) -> TextFields {
    TextFields(frame.text(openers[0].count..<frame.byteCount - 9))
  }
}

/// KSXT: position, velocity and heading.
///
///     0 UTC as yyyymmddhhmmss.ss, 1 longitude, 2 latitude, 3 height, 4 heading, 5 pitch, 6 course, 7 speed, 8 roll,
///     9 position, 10 heading status, 11 satellites of the heading, 12 of the position, 13–15 east, north, up of the base,
///     16–18 velocity east, north, up
struct KSXT: Encodable, Sendable {
  var date: CivilDate?
  /// UTC.
  var time: UTCTime?
  var longitude: Double?
  var latitude: Double?
  /// Above mean sea level; no public document says so, but a receiver's height differs from that of its GGA by meters only.
  var altitude: Double?
  /// From one antenna to the other, clockwise from true north.
  var heading: Double?
  var pitch: Double?
  var course: Double?
  /// Over ground; sent in kilometers per hour, as the other velocities are.
  var speed: Double?
  /// Field 9: 0 none, 1 single, 2 RTK float, 3 RTK fixed.
  var quality: UInt8
  /// The same of the heading.
  var headingQuality: UInt8?
  var satellitesUsed: Int?
  var upwardSpeed: Double?

  init?(_ fields: TextFields) {
    guard let quality: UInt8 = fields.integer(9) else { return nil }
    self.quality = quality
    if let moment = fields[0], moment.utf8.count >= 14 {
      date = CivilDate(digits: moment.prefix(8))
      time = UTCTime(digits: moment.dropFirst(8))
    }
    (longitude, latitude, altitude) = (fields.decimal(1), fields.decimal(2), fields.decimal(3))
    (heading, pitch, course) = (fields.decimal(4), fields.decimal(5), fields.decimal(6))
    speed = fields.decimal(7).map { $0 / 3.6 }
    (headingQuality, satellitesUsed) = (fields.integer(10), fields.integer(12))
    upwardSpeed = fields.decimal(18).map { $0 / 3.6 }
  }
}

/// Turns KSXT into reports.
struct KSXTReader: ProtocolReader {
  mutating func read(_ frame: RawSpan, _ report: Consumer) {
    KSXT(KSXTProtocol.fields(of: frame)).map { read($0, report) }
  }

  mutating func read(_ address: SentenceAddress, _ fields: TextFields, _ report: Consumer) {
    KSXT(fields).map { read($0, report) }
  }

  private func read(_ message: KSXT, _ report: Consumer) {
    var instant = InstantReport(kind: 0, rank: 8, time: message.time, date: message.date)
    instant.isWholeSolution = true
    instant.position = Coordinate(onEarth: message.latitude, message.longitude)
    instant.quality =
      switch message.quality {
      case 1: .autonomous
      case 2: .rtkFloat
      case 3: .rtkFixed
      default: nil
      }
    let isFix = instant.quality != nil && instant.position != nil
    instant.verdict = isFix ? .fix : .noFix
    instant.mode = .threeDimensional
    instant.altitude = message.altitude
    (instant.motion.speed, instant.motion.course) = (message.speed, message.course)
    instant.motion.verticalSpeed = message.upwardSpeed
    instant.satellitesUsed = message.satellitesUsed
    report(.instant(instant))
    if message.headingQuality == 3, let heading = message.heading {
      report(.heading(heading, accuracy: nil))
    }
  }
}

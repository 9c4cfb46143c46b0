// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// What the header of a log says, of whichever form: name and time.
struct LogHeader: Sendable {
  /// As in `BESTPOS`, without the letter for its form.
  var name: String
  /// GPS week; `nil` unless the receiver knows it.
  var week: Int?
  /// Milliseconds of that week; `nil` unless the receiver knows it.
  var timeOfWeek: UInt32?
  /// By how much GPS is ahead of UTC, seconds; `nil` if the header does not say so.
  var leapSeconds: Int?
  /// The receiver's status, of NovAtel's; `nil` if the header has none.
  var status: ReceiverStatusWord?
  /// Where the fields begin and end in the frame.
  var fields: Range<Int>
  var isText: Bool

  /// No receiver's week was lower when these protocols came about; a receiver without a time counts from 0 or 1.
  private static let firstWeek = 1024

  private mutating func set(week: Int, timeOfWeek: UInt32, isValid: Bool) {
    guard isValid, week >= Self.firstWeek, timeOfWeek < 604_800_000 else { return }
    (self.week, self.timeOfWeek) = (week, timeOfWeek)
  }

  // MARK: - NovAtel

  /// Reads NovAtel's header, long or short, of a whole frame.
  init(novAtel frame: RawSpan) {
    guard frame.byte(at: 0) == 0xAA else {
      self.init(novAtelText: frame)
      return
    }
    let number = frame.integer(UInt16.self, at: 4)
    let isLong = frame.byte(at: 2) == 0x12
    let start = isLong ? Int(frame.byte(at: 3)) : 12
    self.init(
      name: NovAtelLogs.novAtel[number] ?? "log \(number)", fields: start..<frame.byteCount - 4,
      isText: false)
    if isLong {
      // Bit 7 marks a response, bits 5 and 6 a form other than binary.
      if frame.byte(at: 6) & 0xE0 != 0 { name = "response to \(name)" }
      set(
        week: Int(frame.integer(UInt16.self, at: 14)), timeOfWeek: frame.integer(at: 16),
        isValid: frame.byte(at: 13) >= Self.firstValidStatus)
      status = ReceiverStatusWord(bits: frame.integer(at: 20))
    } else {
      set(
        week: Int(frame.integer(UInt16.self, at: 6)), timeOfWeek: frame.integer(at: 8),
        isValid: true)
    }
  }

  /// COARSE: from here on, the time is that of a satellite.
  private static let firstValidStatus: UInt8 = 100

  private init(novAtelText line: RawSpan) {
    let (words, fields) = Self.split(line)
    self.init(name: Self.name(words[0]), fields: fields, isText: true)
    let isLong = line.byte(at: 0) == UInt8(ascii: "#")
    if isLong { status = words[7].flatMap { UInt32($0, radix: 16) }.map(ReceiverStatusWord.init) }
    let place = isLong ? 5 : 1
    guard let week: UInt16 = words.integer(place), let seconds = words.decimal(place + 1),
      (0..<604_800).contains(seconds)
    else { return }
    let unknown: Set = ["UNKNOWN", "APPROXIMATE", "COARSEADJUSTING"]
    let isValid = !isLong || words[4].map { !unknown.contains($0) } ?? false
    set(week: Int(week), timeOfWeek: UInt32((seconds * 1000).rounded()), isValid: isValid)
  }

  // MARK: - Unicore

  /// Reads Unicore's header of a whole frame.
  init(unicore frame: RawSpan) {
    guard frame.byte(at: 0) == 0xAA else {
      self.init(unicoreText: frame)
      return
    }
    let number = frame.integer(UInt16.self, at: 4)
    self.init(
      name: NovAtelLogs.unicore[number] ?? "log \(number)", fields: 24..<frame.byteCount - 4,
      isText: false)
    set(
      week: Int(frame.integer(UInt16.self, at: 10)), timeOfWeek: frame.integer(at: 12),
      isBeiDou: frame.byte(at: 8) == 1, leapSeconds: Int(frame.byte(at: 21)),
      isValid: frame.byte(at: 9) == Self.fine)
  }

  private static let fine: UInt8 = 160

  private init(unicoreText line: RawSpan) {
    let (words, fields) = Self.split(line)
    self.init(name: Self.name(words[0]), fields: fields, isText: true)
    guard let week: UInt16 = words.integer(4), let timeOfWeek: UInt32 = words.integer(5) else {
      return
    }
    set(
      week: Int(week), timeOfWeek: timeOfWeek, isBeiDou: words[2] == "BDS",
      leapSeconds: words.integer(8), isValid: words[3] == "FINE")
  }

  private mutating func set(
    week: Int, timeOfWeek: UInt32, isBeiDou: Bool, leapSeconds: Int?, isValid: Bool
  ) {
    guard timeOfWeek < 604_800_000 else { return }
    // The time of BeiDou is 14 seconds behind that of GPS, and its weeks began in 2006.
    let shifted = timeOfWeek + (isBeiDou ? 14_000 : 0)
    let isNextWeek = shifted >= 604_800_000
    set(
      week: week + (isBeiDou ? 1356 : 0) + (isNextWeek ? 1 : 0),
      timeOfWeek: isNextWeek ? shifted - 604_800_000 : shifted, isValid: isValid)
    if self.week != nil, let leapSeconds, leapSeconds > 0 { self.leapSeconds = leapSeconds }
  }

  // MARK: - Text

  private init(name: String, fields: Range<Int>, isText: Bool) {
    (self.name, self.fields, self.isText) = (name, fields, isText)
  }

  /// Returns the words of a line's header, and where its fields are.
  private static func split(_ line: RawSpan) -> (TextFields, Range<Int>) {
    // After the asterisk come eight digits.
    let end = line.byteCount - 9
    let semicolon = (1..<end).first { line.byte(at: $0) == UInt8(ascii: ";") } ?? end
    return (TextFields(line.text(1..<semicolon)), min(semicolon + 1, end)..<end)
  }

  /// Returns the name of a log without the `A` for ASCII.
  private static func name(_ word: String?) -> String {
    guard let word else { return "" }
    return word.last == "A" ? String(word.dropLast()) : word
  }
}

/// A log as a line of text: `#` or, with a short header, `%`, a header that begins with the name, `;`, fields, `*`, and the CRC-32
/// of everything between in eight hexadecimal digits.
///
///     #BESTPOSA,COM1,0,97.5,FINESTEERING,2438,36402.000,00000000,0001,784;SOL_COMPUTED,…*xxxxxxxx   NovAtel
///     #BESTNAVA,97,GPS,FINE,2412,543099000,17548,0,18,20;SOL_COMPUTED,…*xxxxxxxx                   Unicore
enum TextLog {
  /// Names are shorter.
  private static let longestName = 24

  static func examine(_ bytes: RawSpan, isUnicore: Bool) -> ForeignFrame {
    var offset = 1
    var comma: Int?
    var commas = 0
    while offset < bytes.byteCount {
      let byte = bytes.byte(at: offset)
      switch byte {
      case UInt8(ascii: "*") where commas > 0: return close(bytes, at: offset)
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if commas == 0, offset < 3 { return .none }
        commas += 1
        if commas == 3, let comma, bytes.byte(at: 0) == UInt8(ascii: "#") {
          // The third word of Unicore's header names a system of satellites; NovAtel's is a number.
          let word = bytes.text(comma + 1..<offset)
          guard (word == "GPS" || word == "BDS") == isUnicore else { return .none }
        }
        comma = offset
      case 0x20...0x7E where commas > 0: break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        if offset == 1 { return .none }
      default: return commas > 1 ? .damaged : .none
      }
      offset += 1
      if commas == 0, offset > longestName { return .none }
      if offset >= ReceiverProtocols.longestFrame { return .damaged }
    }
    return .incomplete
  }

  private static func close(_ bytes: RawSpan, at asterisk: Int) -> ForeignFrame {
    let end = asterisk + 9
    return bytes.frame(of: end) { line in
      UInt32(line.text(asterisk + 1..<end), radix: 16) == line.crc32(1..<asterisk)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// The fields of a log one after the other, which are the same in its binary form and as text.
///
/// What is missing or cannot be read is `nil`.
struct LogFields: Sendable {
  private enum Content: Sendable {
    case binary([UInt8])
    case text(TextFields)
  }

  private let content: Content
  /// The next byte, or the next field of text.
  private var place = 0
  /// What the numbers of types of solutions mean, which depends on the maker.
  private let types: [UInt32: String]

  init(_ frame: RawSpan, _ header: LogHeader, types: [UInt32: String]) {
    self.types = types
    content =
      header.isText
      ? .text(TextFields(frame.text(header.fields)))
      : .binary(header.fields.map { frame.byte(at: $0) })
  }

  // MARK: - Numbers

  /// Four bytes of IEEE 754.
  mutating func float() -> Double? {
    read(
      4, binary: { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))).ifFinite },
      text: { $0.decimal($1) })
  }

  /// Eight bytes of IEEE 754.
  mutating func double() -> Double? {
    read(8, binary: { Double(bitPattern: $0).ifFinite }, text: { $0.decimal($1) })
  }

  /// Four bytes.
  mutating func integer() -> Int? {
    read(4, binary: { Int($0) }, text: { $0.integer($1) })
  }

  /// How many parts follow, as text with a sign, too: none if that is negative, and at most as many as are read.
  mutating func count(most: Int = 1000) -> Int? { integer().map { min(max($0, 0), most) } }

  /// Two bytes.
  mutating func short() -> Int? { read(2, binary: { Int($0) }, text: { $0.integer($1) }) }

  /// Four bytes, or eight hexadecimal digits.
  mutating func bits() -> UInt32? {
    read(
      4, binary: { UInt32(truncatingIfNeeded: $0) },
      text: { fields, place in fields[place].flatMap { UInt32($0, radix: 16) } })
  }

  /// The number of a satellite, beside which GLONASS has its channel: as text, in `13-2` or `13+4`.
  ///
  /// - Parameter shift: the place of the number in the four bytes, bits.
  mutating func satelliteNumber(shift: UInt64) -> Int? {
    read(
      4, binary: { Int(UInt16(truncatingIfNeeded: $0 >> shift)) },
      text: { fields, place in
        fields[place].flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
      })
  }

  mutating func byte() -> Int? { read(1, binary: { Int($0) }, text: { $0.integer($1) }) }

  /// Four characters.
  mutating func characters() -> String? {
    read(4, binary: Self.characters, text: { $0[$1] })
  }

  private static func characters(_ word: UInt64) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    let text = String(decoding: bytes.prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  // MARK: - Words

  /// Whether a solution was computed: beside any other status, there are old coordinates.
  mutating func solutionStatus() -> SolutionState? {
    word(SolutionState.names).map(SolutionState.init)
  }

  /// The type of a position or a velocity.
  mutating func solutionType() -> SolutionType? {
    word(types).map(SolutionType.init)
  }

  /// `nil` if it is neither.
  mutating func truth() -> Bool? {
    switch word([0: "FALSE", 1: "TRUE"]) {
    case "TRUE": true
    case "FALSE": false
    default: nil
    }
  }

  /// A system of satellites, as both makers number and name them; `nil` for another one.
  mutating func system() -> SatelliteSystem? {
    switch word(Self.systems) {
    case "GPS": .gps
    case "GLONASS": .glonass
    case "SBAS": .sbas
    case "GALILEO": .galileo
    case "BEIDOU": .beiDou
    case "QZSS": .qzss
    case "NAVIC": .navIC
    default: nil
    }
  }

  private static let systems: [UInt32: String] = [
    0: "GPS", 1: "GLONASS", 2: "SBAS", 5: "GALILEO", 6: "BEIDOU", 7: "QZSS", 9: "NAVIC",
  ]

  /// The word for a number, or the word itself.
  mutating func word(_ names: [UInt32: String]) -> String? {
    read(4, binary: { names[UInt32(truncatingIfNeeded: $0)] ?? "\($0)" }, text: { $0[$1] })
  }

  mutating func skip(bytes: Int, fields: Int) {
    switch content {
    case .binary: place += bytes
    case .text: place += fields
    }
  }

  private mutating func read<Value>(
    _ byteCount: Int, binary: (UInt64) -> Value?, text: (TextFields, Int) -> Value?
  ) -> Value? {
    switch content {
    case .binary(let bytes):
      defer { place += byteCount }
      guard place + byteCount <= bytes.count else { return nil }
      return binary(bytes[place..<place + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    case .text(let fields):
      defer { place += 1 }
      return text(fields, place)
    }
  }
}

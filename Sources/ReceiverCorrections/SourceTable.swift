// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationGeometry

package struct SourceTable: Hashable, Sendable {
  /// A stream, a row that begins with `STR`.
  package struct Stream: Hashable, Sendable {
    package var mountpoint: String
    /// Where the base is, for people.
    package var place: String
    package var format: String
    /// The satellites: `GPS+GLO`.
    package var systems: String
    package var country: String
    /// Degrees; `nil` if the row has none, or 0 for both.
    package var latitude: Double?
    package var longitude: Double?
    package var wantsPosition: Bool
    package var needsPassword: Bool

    /// Reads a row.
    ///
    /// `STR;mountpoint;place;format;details;carrier;systems;network;country;lat;lon;nmea;solution;generator;compression;authentication;…`
    init?(_ line: String) {
      let fields = line.split(separator: ";" as Character, omittingEmptySubsequences: false)
        .map { String($0) }
      guard fields.count > 3, fields[0] == "STR", !fields[1].isEmpty else { return nil }
      func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
      mountpoint = fields[1]
      (place, format, systems, country) = (field(2), field(3), field(6), field(8))
      wantsPosition = field(11) == "1"
      needsPassword = ["B", "D"].contains(field(15))
      guard let latitude = Double(field(9)), let longitude = Double(field(10)),
        (-90...90).contains(latitude), (-180...360).contains(longitude),
        latitude != 0 || longitude != 0
      else { return }
      self.latitude = latitude
      self.longitude = longitude > 180 ? longitude - 360 : longitude
    }

    /// The distance from a place, meters; `nil` if the row has no place.
    package func distance(from fix: Fix) -> Double? {
      guard let latitude, let longitude else { return nil }
      return fix.distance(toLatitude: latitude, longitude: longitude)
    }
  }

  package private(set) var streams: [Stream] = []
  private var line: [UInt8] = []
  private var byteCount = 0
  /// Whether the end was there.
  private(set) var isComplete = false
  /// Whether it was too long or took too long, so that rows are missing.
  package private(set) var isCutOff = false

  /// The largest tables have some thousand rows.
  private static let mostStreams = 20_000
  /// How many bytes of a table are read: those of the largest public casters have a few hundred thousand.
  static let mostBytes = 2 << 20
  private static let longestLine = 4096

  /// Reads the bytes that follow, line by line.
  mutating func read(_ bytes: some Collection<UInt8>) {
    byteCount += bytes.count
    var rest = bytes[...]
    while !isComplete, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end].prefix(Self.longestLine - line.count)
      finishLine()
      rest = rest[rest.index(after: end)...]
    }
    line += rest.prefix(Self.longestLine - line.count)
    if byteCount >= Self.mostBytes { cutOff() }
  }

  /// Records that the rest is not read.
  mutating func cutOff() { (isComplete, isCutOff) = (true, true) }

  /// Reads the last line, which may have no end.
  mutating func finish() { finishLine() }

  private mutating func finishLine() {
    let text = String(decoding: line, as: UTF8.self).filter { $0 != "\r" && $0 != "\r\n" }
    line = []
    if text.hasPrefix("ENDSOURCETABLE") { isComplete = true }
    if streams.count < Self.mostStreams, let stream = Stream(text) { streams.append(stream) }
  }

  /// Returns the row of a mountpoint; their names are case-sensitive.
  package func stream(_ mountpoint: String) -> Stream? {
    streams.first { $0.mountpoint == mountpoint }
  }

  /// Returns the streams with their distances, the nearest first, and those without a place in the table's order last.
  package func sorted(from fix: Fix?) -> [(stream: Stream, distance: Double?)] {
    let all = streams.map { stream in (stream, fix.flatMap { stream.distance(from: $0) }) }
    guard fix != nil else { return all }
    return all.enumerated().sorted { one, other in
      (one.element.1 ?? .infinity, one.offset) < (other.element.1 ?? .infinity, other.offset)
    }.map(\.element)
  }
}

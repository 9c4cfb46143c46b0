// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// Reads the lines that ``GeoClueDialogue`` makes of GeoClue's answers, and decides which locations are believed.
///
/// GeoClue passes on what any network, modem or program has told it, and its own guesses; see decision 45.
struct GeoClueInterpreter: Interpreter {
  let protocolName = "GeoClue's protocol"
  private(set) var progress = FixPipeline.Progress()
  private var lines = LineFramer(longest: 1024)
  /// When GeoClue was started.
  private var start: Duration?
  private var last: FixTime?

  /// How long a position holds: GeoClue reports changes, and says nothing while there are none.
  static let validity: Duration = .seconds(86_400)

  init() { progress.period = Self.validity }

  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: Interpretation.Consumer) {
    lines.push(bytes)
    while let line = lines.next() {
      var reader = JSONReader(line[...])
      guard let value = try? reader.value() else { continue }
      switch value["class"]?.string {
      case "started":
        start = now
        consume(.understood)
      case "location":
        guard let fix = fix(value, at: now) else { continue }
        last = fix.time
        consume(.event(.report(.fix(fix))))
      default: break
      }
    }
  }

  /// Returns a location as a fix; `nil` if it is older than the question, was passed on already, or is not on the Earth.
  private func fix(_ value: JSONValue, at now: Duration) -> Fix? {
    guard let start, let age = value["age"]?.integer, age >= Self.leastAge,
      // GeoClue's times are whole seconds, so that it seems up to one older.
      Duration.seconds(age) <= now - start + .seconds(1),
      let latitude = value.number("latitude", in: -90...90),
      let longitude = value.number("longitude", in: -180...180),
      let seconds = value["seconds"]?.integer, (0...9_000_000_000).contains(seconds),
      let micros = value["microseconds"]?.integer, (0..<1_000_000).contains(micros),
      let claim = value.number("accuracy", in: 0...Self.mostAccuracy)
    else { return nil }
    let time = FixTime(
      nanosecondsSince1970: Int64(seconds) * 1_000_000_000 + Int64(micros) * 1000)
    if let last, let before = last.nanosecondsSince1970, let new = time.nanosecondsSince1970,
      new <= before
    {
      return nil
    }
    var fix = Fix(time: time, latitude: latitude, longitude: longitude)
    fix.source = .geoClue
    (fix.horizontalAccuracy, fix.horizontalAccuracySource) = GeoClueAccuracy.accuracy(
      claim, description: value["description"]?.string ?? "")
    fix.altitude = value.number("altitude", in: -12_000...100_000)
    fix.speed = value.number("speed", in: 0...10_000)
    fix.course = value.angle("heading")
    return fix
  }

  /// The least age, in seconds: how far a clock may be set back meanwhile, or another one be ahead.
  private static let leastAge = -60
  /// Half the circumference of the Earth, meters: a larger radius says nothing.
  private static let mostAccuracy = 20_037_508.0
}

/// How accurate a location of GeoClue's is, which may be less than it claims; see decision 45.
enum GeoClueAccuracy {
  /// What is assumed of a location of which nothing is known, meters.
  static let unknown = 100.0
  /// The radii that GeoClue derives from dilutions of precision, and the largest dilution for which it does.
  private static let guesses: [(claim: Double, dilution: Double)] = [(0, 1), (1, 2), (3, 5)]
  /// The least radius that a network or a person can state, meters.
  private static let least = 1.0

  /// Returns the radius, and whose statement it is.
  ///
  /// - Parameters:
  ///   - claim: GeoClue's radius, meters.
  ///   - description: what it says about its source, since version 2.7; empty before that.
  static func accuracy(_ claim: Double, description: String) -> (Double, AccuracySource) {
    let isReceiver = description.hasPrefix("GPS")
    if claim == 0, !isReceiver { return (unknown, .assumed) }
    guard isReceiver || description.isEmpty,
      let guess = guesses.first(where: { $0.claim == claim })
    else { return (max(claim, least), .geoClue) }
    // The radius of that dilution for a receiver without corrections.
    let error = AccuracyModel().userEquivalentRangeError.autonomous
    return (error * guess.dilution, .assumed)
  }
}

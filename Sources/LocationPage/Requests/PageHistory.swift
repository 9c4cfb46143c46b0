// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import HTTPSites
import LocationJSON

/// The track of the past, which somebody else has stored.
package struct PageHistory: Sendable {
  /// Returns the answer to a question; called on a thread that may wait.
  let answer: @Sendable (HistoryRequest) -> SiteResponse
  /// Returns a file in pieces, or why there is none; called on a thread that may wait.
  let file: @Sendable (HistoryRequest, HistoryFile) -> SitePieces

  package init(
    answer: @escaping @Sendable (HistoryRequest) -> SiteResponse,
    file: @escaping @Sendable (HistoryRequest, HistoryFile) -> SitePieces
  ) {
    (self.answer, self.file) = (answer, file)
  }

  /// None at all.
  package static let none = PageHistory(
    answer: { _ in missing }, file: { _, _ in SitePieces(missing) })

  private static let missing = SiteResponse(404, error: "there is no track")
}

/// The form in which the track is taken away.
package enum HistoryFile: String, CaseIterable, Sendable {
  case gpx
  case csv
  /// The columns of GPSLogger for Android.
  case gpsLogger = "gpslogger.csv"

  /// Creates the form that a path such as `/history.gpx` asks for.
  init?(path: String) {
    let prefix = "/history."
    guard path.hasPrefix(prefix) else { return nil }
    self.init(rawValue: String(path.dropFirst(prefix.count)))
  }

  package var mediaType: String {
    switch self {
    case .gpx: "application/gpx+xml"
    case .csv, .gpsLogger: "text/csv; charset=utf-8"
    }
  }
}

/// What a browser asks about a period, in the query of an address.
package struct HistoryRequest: Hashable, Sendable {
  /// Seconds since 1970.
  package var start: Double
  package var end: Double
  /// Whether the time spent in cells is asked for, rather than a line.
  package var isDensity = false
  package var points = 4096
  /// Where days or months begin and the last one ends, in order, seconds since 1970; empty for days of 24 hours.
  package var steps: [Double] = []

  private static let longest = 100 * 366 * 86_400.0
  /// Within what times in nanoseconds can be.
  private static let times = -9e9...9e9
  private static let mostSteps = 400

  /// Reads the query of an address; throws what is wrong with it.
  init(target: String) throws(WatchRefusal) {
    let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    var values: [Substring: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // A colon may be escaped, as browsers do that build addresses from parts.
      values[parts[0]] =
        parts.count == 2 ? parts[1].split(separator: "%3A").joined(separator: ":") : ""
    }
    guard let start = Self.time(values["from"]), let end = Self.time(values["until"]) else {
      throw WatchRefusal(400, "\"from\" and \"until\" must be times such as 2026-11-28T00:00:00Z")
    }
    guard start < end, end - start <= Self.longest else {
      throw WatchRefusal(400, "\"from\" must be before \"until\", by a hundred years at most")
    }
    (self.start, self.end) = (start, end)
    isDensity = values["as"] == "density"
    guard [nil, "track", "density"].contains(values["as"]) else {
      throw WatchRefusal(400, "\"as\" must be track or density")
    }
    if let text = values["points"] {
      guard let number = Int(text), number >= 2 else {
        throw WatchRefusal(400, "\"points\" must be a number, 2 or more")
      }
      points = min(number, points)
    }
    try readSteps(values["steps"])
  }

  private mutating func readSteps(_ text: String?) throws(WatchRefusal) {
    guard let text, !text.isEmpty else { return }
    let numbers = text.split(separator: ",").map { Double($0) }
    steps = numbers.compactMap(\.self).filter(Self.times.contains)
    guard steps.count == numbers.count, steps.count <= Self.mostSteps,
      zip(steps, steps.dropFirst()).allSatisfy(<)
    else {
      throw WatchRefusal(
        400, "\"steps\" must be at most \(Self.mostSteps) seconds since 1970, in order")
    }
  }

  private static func time(_ text: String?) -> Double? {
    guard let text, let time = FixTime(text: text)?.nanosecondsSince1970 else { return nil }
    return Double(time) / 1e9
  }
}

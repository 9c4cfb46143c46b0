// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import LocationGeometry
import LocationJSON
import TrackFiles

/// A track on its way into a file: its fixes are filtered, and written in a format.
final class TrackExport {
  struct Settings: Sendable {
    let format: TrackFormat
    let filter: TrackFilter
    /// In meters; see ``TrackConversion``.
    let tolerance: Double?
    let isOverwriting: Bool
  }

  private let name: String
  private let format: TrackFormat
  private let output: String
  private let file: TrackFile
  private(set) var conversion: TrackConversion
  /// What was left out of the input, in words for the user.
  private var leftOut: [String] = []
  /// A consumer cannot throw, so the first failure is kept until the call returns.
  private(set) var failure: (any Error)?

  init(_ name: String, to output: String, _ settings: Settings) throws {
    (self.name, format, self.output) = (name, settings.format, output)
    file = try TrackFile(output, isOverwriting: settings.isOverwriting)
    conversion = TrackConversion(
      settings.format.writer(name: name), filter: settings.filter, tolerance: settings.tolerance)
  }

  func receive(_ element: TrackInput.Element) throws {
    switch element {
    case .event(let event): conversion.receive(event, drain)
    case .document(let gpx) where format == .gpx:
      conversion.use(GPXWriter(name: gpx.name ?? name, others: gpx.others))
    case .document: break
    case .leftOut(let line): leftOut.append(line)
    case .point(let fix, let begins): conversion.receive(fix, begins: begins, drain)
    }
    if let failure { throw failure }
  }

  /// Completes the file, and returns what was written, for the user; `nil` if nothing was, and there is no file.
  func finish() throws -> [String]? {
    conversion.finish(drain)
    if let failure { throw failure }
    guard conversion.written > 0 else { return nil }
    try file.finish()
    var lines = output == "-" ? [] : ["wrote \(output): \(conversion.summary)"]
    if conversion.unwritable > 0 {
      lines.append(
        "left out \(conversion.unwritable) fixes without a date: \(format.rawValue) needs one")
    }
    return lines + leftOut
  }

  /// Why nothing was written although there were fixes, and what to try; `nil` if there were none.
  var emptiness: (reason: String, advice: String)? {
    guard conversion.received > 0 else { return nil }
    return conversion.unwritable > 0
      ? ("no fix in it has a date, which \(format.rawValue) needs", "try --to csv")
      : (
        "the options leave out all of its \(conversion.received) fixes",
        "choose a longer time, a larger place or a lower limit"
      )
  }

  private func drain(_ text: inout TrackText, _ joins: Bool) {
    guard failure == nil else {
      for lane in text.lanes.indices { text.lanes[lane].removeAll() }
      return
    }
    do { try file.drain(&text, joins: joins) } catch { failure = error }
  }
}

extension TrackConversion {
  fileprivate var summary: String {
    counted(written, "fix", "fixes") + (received > written ? " of \(received)" : "")
      + " in " + counted(segments, "segment")
  }
}

/// An output format of tracks, by its name in options.
enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case geojson
  case kml
  case csv
  case nmea
  case json
  case gpslogger

  /// The extension of its files.
  var suffix: String { self == .gpslogger ? "csv" : rawValue }

  func writer(name: String) -> any TrackWriter {
    switch self {
    case .gpx: GPXWriter(name: name)
    case .geojson: GeoJSONWriter(name: name)
    case .kml: KMLWriter(name: name)
    case .csv: CSVWriter()
    case .nmea: NMEAWriter()
    case .json: JSONWriter()
    case .gpslogger: GPSLoggerWriter()
    }
  }
}

extension TrackFormat: ExpressibleByArgument {
  init?(argument: String) {
    guard let format = Self(rawValue: argument.lowercased()) else {
      // "--to" is a format in one command, and the end of a period in others.
      let isTime = TimeArgument(text: argument) != nil
      ArgumentRefusal.current.remark.withLock { $0 = isTime ? "for a time, --until" : nil }
      return nil
    }
    self = format
  }

  /// Creates the usual format of files with this extension.
  private init?(suffix: String) {
    guard let format = Self.allCases.first(where: { $0.suffix == suffix.lowercased() }) else {
      return nil
    }
    self = format
  }

  static func chosen(_ format: Self?, output: String?, by command: String) throws -> Self {
    let suffix = output?.split(separator: ".").last.map(String.init)
    if let format = format ?? suffix.flatMap(Self.init(suffix:)) { return format }
    throw Failure("\(command) needs a format: add --to gpx", EX_USAGE)
  }
}

struct TrackFilterOptions: ParsableArguments {
  @Option("yyyy-mm-dd hh:mm", "Leave out fixes before this time, UTC.")
  var from: TimeArgument?

  @Option("yyyy-mm-dd hh:mm", "Leave out fixes after this time, UTC, or after this day.")
  var until: TimeArgument?

  @Option(
    parsing: .unconditional, "latitude,longitude,m",
    "Leave out fixes outside of this circle, and start a new segment there.")
  var near: Circle?

  @Option(parsing: .unconditional, "time", "Keep at most one fix per interval, such as 10s or 5m.")
  var every: ListeningTime?

  @Option(
    "m", "Leave out fixes that are closer than this to the previous one.", in: 0...10_000_000,
    of: "meters")
  var minDistance: Double?

  @Option(
    "m", "Leave out fixes that are less accurate, or of unknown accuracy.", in: 0...1_000_000,
    of: "meters")
  var maxAccuracy: Double?

  @Option(
    "m", "Leave out fixes that deviate from the line through the others by no more than this.",
    in: 0...1_000_000, of: "meters")
  var simplify: Double?

  func filter() throws -> TrackFilter {
    var filter = TrackFilter()
    filter.start = from?.first
    filter.end = until?.last
    if let start = filter.start, let last = filter.end, start > last {
      throw Failure.usage("--from after --until", "the earlier time to --from")
    }
    filter.circle = near
    filter.interval = every.map { Double($0.duration.nanoseconds) / 1e9 }
    filter.distance = minDistance
    filter.accuracy = maxAccuracy
    return filter
  }
}

extension GPX {
  /// The waypoints and routes beside the track in XML, with their names, in the order of the schema.
  var others: String {
    var text = waypoints.map { $0.element("wpt") }.joined()
    for (index, point) in routes.enumerated() {
      if point.beginsSegment || index == 0 {
        text += index == 0 ? "<rte>\n" : "</rte>\n<rte>\n"
        if let name = point.routeName { text += "<name>\(name.escapedForXML)</name>\n" }
      }
      text += point.element("rtept")
    }
    return routes.isEmpty ? text : text + "</rte>\n"
  }
}

extension GPX.Point {
  fileprivate func element(_ name: String) -> String {
    let time = time.map { "\($0.date)T\($0.time)Z" }
    let members =
      [("ele", elevation.map { String($0, decimals: 3) }), ("time", time)]
      + ["name", "cmt", "desc", "sym", "type"].map { ($0, details[$0]) }
    let content = members.map { tag, text in
      text.map { "<\(tag)>\($0.escapedForXML)</\(tag)>" } ?? ""
    }
    let place =
      "lat=\"\(String(latitude, decimals: 9))\" lon=\"\(String(longitude, decimals: 9))\""
    return "<\(name) \(place)>\(content.joined())</\(name)>\n"
  }
}

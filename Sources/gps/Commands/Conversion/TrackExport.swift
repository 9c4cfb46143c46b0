// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
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
    return lines
  }

  /// Why nothing was written although there were fixes, and what to try; `nil` if there were none.
  var emptiness: (reason: String, advice: String)? {
    guard conversion.received > 0 else { return nil }
    return conversion.unwritable > 0
      ? ("no fix in it has a date, which \(format.rawValue) needs", "try --to csv")
      : (
        "the options leave out all of its \(conversion.received) fixes",
        "choose a longer time or a lower limit"
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

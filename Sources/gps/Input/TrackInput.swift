// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import Glibc
import NMEA0183

/// How files with tracks are read: recordings of receivers, and GPX.
struct TrackInput: Sendable {
  let checksums: SentenceFramer.ChecksumPolicy
  let referenceDate: CivilDate?

  /// What is found in such a file.
  enum Element {
    /// What a recording says.
    case event(FixEvent)
    /// A point of a GPX file, and whether a segment begins with it.
    case point(Fix, beginsSegment: Bool)
  }

  /// How many fixes wait for the first date: 17 minutes at 1 Hz.
  static let mostHeld = 1024

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - progress: shows how far it has come.
  ///   - body: called with each element.
  /// - Returns: why it could not be read to its end, if so; what came before has been handed over.
  /// - Throws: ``Failure`` if it is neither, and whatever `body` throws.
  func read(
    _ file: String, showing progress: inout SharedProgress.Part, _ body: (Element) throws -> Void
  ) throws -> Failure? {
    var pipeline = FixPipeline(
      checksums: checksums, referenceDate: referenceDate, undatedFixesHeld: Self.mostHeld)
    // A consumer cannot throw; the first failure is kept until the call is over.
    var failure: (any Error)?
    func consume(_ event: FixEvent) {
      guard failure == nil else { return }
      do { try body(.event(event)) } catch { failure = error }
    }
    var document: [UInt8]?
    var isFirst = true
    func show(_ position: Int, of size: Int) { progress.show(position) }
    func read(_ bytes: RawSpan) throws {
      if isFirst, Self.isXML(bytes) { document = [] }
      isFirst = false
      if document != nil {
        bytes.withUnsafeBytes { document?.append(contentsOf: $0) }
        // What is too long is refused by its reader.
        if let document, document.count > GPX.longest { try self.read(document, of: file, body) }
      } else {
        pipeline.push(bytes, consume)
      }
      if let failure { throw failure }
    }
    let unreadable = try gps.read(file, progress: show, read)
    if let document {
      if let unreadable { throw unreadable }
      try self.read(document, of: file, body)
      return nil
    }
    pipeline.finish(consume)
    if let failure { throw failure }
    guard pipeline.sentences > 0 else {
      throw unreadable ?? Failure(noSentenceIn: file, doing: "use", dropped: pipeline.defects)
    }
    return unreadable
  }

  private func read(_ document: [UInt8], of file: String, _ body: (Element) throws -> Void) throws {
    let gpx = try GPX(document, name: file.fileName, keepsDetails: true)
    if let time = gpx.unreadableTime {
      throw Failure(
        "cannot use \(file.fileName): the time \"\(time.text)\" in line \(time.line) is none as "
          + "2025-06-15T12:00:00Z; correct it", EX_DATAERR)
    }
    for point in gpx.points {
      try body(.point(point.fix, beginsSegment: point.beginsSegment))
    }
  }

  /// Whether something begins like XML, which no sentence does.
  private static func isXML(_ bytes: RawSpan) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
      return text.first { !$0.isXMLBlank } == UInt8(ascii: "<")
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import Glibc
import NMEA0183
import ReceiverRecording
import TrackFiles

/// The settings for reading tracks from recordings and GPX files.
struct TrackInput: Sendable {
  let checksums: SentenceFramer.ChecksumPolicy
  let referenceDate: CivilDate?

  enum Element {
    case event(ReceiverReport)
    case document(GPX)
    /// What was left out of a GPX file, in words for the user.
    case leftOut(String)
    case point(Fix, beginsSegment: Bool)
  }

  /// The most fixes that wait for the first date: 17 minutes at 1 Hz.
  static let mostHeld = 1024

  /// - Returns: why it could not be read to its end; `nil` if it was. What precedes the error has been passed to `body`.
  /// - Throws: ``Failure`` if it is in neither format, and whatever `body` throws.
  func read(
    _ file: String, _ progress: ProgressBar, _ body: (Element) throws -> Void
  ) throws -> Failure? {
    var pipeline = FixPipeline(
      checksums: checksums, referenceDate: referenceDate, undatedFixesHeld: Self.mostHeld
    ).warning()
    // A consumer cannot throw, so the first failure is kept until the call returns.
    var failure: (any Error)?
    func consume(_ event: ReceiverReport) {
      guard failure == nil else { return }
      do { try body(.event(event)) } catch { failure = error }
    }
    var document: [UInt8]?
    var frames = FrameCounter()
    var isFirst = true
    func read(_ bytes: RawSpan) throws {
      if isFirst, bytes.withUnsafeBytes({ GPX.isXML($0) }) { document = [] }
      isFirst = false
      if document != nil {
        bytes.withUnsafeBytes { document?.append(contentsOf: $0) }
        // A document that is too long is rejected by the parser.
        if let document, document.count > GPX.longest { try self.read(document, of: file, body) }
      } else {
        pipeline.push(bytes, consume)
        if pipeline.sentences == 0 { frames.push(bytes) }
      }
      if let failure { throw failure }
    }
    let unreadable = try gps.read(file, progress, isDocument: true, read)
    if let document {
      if let unreadable { throw unreadable }
      try self.read(document, of: file, body)
      return nil
    }
    pipeline.finish(consume)
    if let failure { throw failure }
    guard pipeline.sentences > 0 else {
      throw unreadable
        ?? Failure(
          noSentenceIn: file, doing: "use", dropped: pipeline.defects, binary: frames.names)
    }
    return unreadable
  }

  private func read(_ document: [UInt8], of file: String, _ body: (Element) throws -> Void) throws {
    let gpx = try GPX(document, name: file.fileName, keepsDetails: true, isTolerant: true)
    let untimedCount = gpx.points.count(where: \.hasUnreadableTime)
    if let time = gpx.unreadableTime, untimedCount > 0 {
      let words = "the time \"\(time.text)\" in line \(time.line) is not like 2025-06-15T12:00:00Z"
      guard untimedCount < gpx.points.count else {
        throw Failure("cannot use \(file.fileName): \(words); correct it", EX_DATAERR)
      }
      let points = counted(untimedCount, "point", "points")
      try body(.leftOut("left out \(points) of \(file.fileName) with an unreadable time: \(words)"))
    }
    if gpx.placelessCount > 0 {
      let points = counted(gpx.placelessCount, "point", "points")
      try body(.leftOut("left out \(points) of \(file.fileName) \(LeftOut.noPlace)"))
    }
    try body(.document(gpx))
    var beginsSegment = false
    for point in gpx.points {
      beginsSegment = beginsSegment || point.beginsSegment
      if point.hasUnreadableTime { continue }
      try body(.point(point.fix, beginsSegment: beginsSegment))
      beginsSegment = false
    }
  }
}

extension GPX {
  /// Reads a file; `-` is standard input, and files compressed by gzip are decompressed.
  init(path: String) throws {
    var bytes: [UInt8] = []
    var reader = try RecordingReader(path: path)
    while bytes.count <= Self.longest,
      try reader.next({ piece in piece.withUnsafeBytes { bytes.append(contentsOf: $0) } })
    {}
    try self.init(bytes, name: path)
  }

  init(
    _ bytes: [UInt8], name path: String, keepsDetails: Bool = false, isTolerant: Bool = false
  ) throws {
    do throws(GPXProblem) {
      try self.init(bytes, keepsDetails: keepsDetails, isTolerant: isTolerant)
    } catch {
      throw Failure("cannot use \(path): \(error)", EX_DATAERR)
    }
  }
}

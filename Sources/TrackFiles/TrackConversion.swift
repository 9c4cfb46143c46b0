// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// The conversion of fixes to the bytes of a track, as a value: segments, filters and a format.
package struct TrackConversion: Sendable {
  /// Removes the bytes that have been written from the text, each time that it is called.
  ///
  /// With `true`, a part has ended, and the lanes are to be joined.
  package typealias Drain = (inout TrackText, Bool) -> Void

  package private(set) var received = 0
  package private(set) var leftOut = 0
  /// The number of fixes that could not be written in this format.
  package private(set) var unwritable = 0
  package private(set) var written = 0
  package private(set) var segments = 0

  private var segmenter = TrackSegmenter()
  private var filter: TrackFilter
  private var simplifier: TrackSimplifier?
  private var writer: any TrackWriter
  private var text: TrackText
  private var isInPart = false

  /// - Parameter tolerance: the greatest distance in meters between the simplified line and a fix that is left out;
  ///   `nil` leaves out none.
  package init(_ writer: any TrackWriter, filter: TrackFilter = TrackFilter(), tolerance: Double?) {
    (self.writer, self.filter) = (writer, filter)
    simplifier = tolerance.map(TrackSimplifier.init)
    text = TrackText(laneCount: writer.laneCount)
  }

  /// Replaces the writer, by one of the same format, before the first fix.
  package mutating func use(_ writer: some TrackWriter) {
    if received == 0 { self.writer = writer }
  }

  package mutating func receive(_ event: ReceiverReport, _ drain: Drain) {
    switch event {
    case .fix(let fix): receive(fix, begins: segmenter.begins(with: fix), drain)
    case .fixLost: segmenter.lost()
    default: break
    }
  }

  /// Processes a fix for which it is known whether a segment begins with it.
  package mutating func receive(_ fix: Fix, begins: Bool, _ drain: Drain) {
    received += 1
    let decision = filter.decide(fix, begins: begins)
    guard decision != .leftOut else {
      leftOut += 1
      return
    }
    guard var simplifier = simplifier.take() else {
      return write(fix, begins: decision == .begins, drain)
    }
    if decision == .begins { finish(&simplifier, drain) }
    simplifier.append(fix) { write($0, begins: false, drain) }
    self.simplifier = simplifier
  }

  package mutating func finish(_ drain: Drain) {
    if var simplifier = simplifier.take() {
      finish(&simplifier, drain)
      self.simplifier = simplifier
    }
    endPart(drain)
    guard written > 0 else { return }
    writer.end(&text)
    drain(&text, false)
  }

  /// Ends the segment that is being simplified.
  private mutating func finish(_ simplifier: inout TrackSimplifier, _ drain: Drain) {
    simplifier.finish { write($0, begins: false, drain) }
    endPart(drain)
  }

  private mutating func write(_ fix: Fix, begins: Bool, _ drain: Drain) {
    guard writer.canWrite(fix) else {
      unwritable += 1
      return
    }
    let isContinued = isInPart && !begins
    if begins || isInPart && writer.breaks(before: fix) { endPart(drain) }
    if written == 0 { writer.begin(&text) }
    if !isContinued { segments += 1 }
    if !isInPart { writer.beginPart(with: fix, &text) }
    isInPart = true
    writer.append(fix, &text)
    written += 1
    if text.lanes[0].count >= Self.most { drain(&text, false) }
  }

  private mutating func endPart(_ drain: Drain) {
    guard isInPart else { return }
    writer.endPart(&text)
    drain(&text, true)
    isInPart = false
  }

  /// The number of bytes in the first lane at which it is drained.
  private static let most = 1 << 16
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

/// The readers of one line, one for each protocol that has come on it.
struct FrameReaders: Sendable {
  private struct Entry: Sendable {
    let kind: any ReceiverProtocol.Type
    var reader: any ProtocolReader
    var trust: Trust
  }

  private enum Trust: Sendable {
    /// Frames may be chance until there are two; the first waits.
    case waiting(first: [UInt8]?)
    case full
  }

  private var entries: [Entry] = []

  /// Returns the place of the reader of a protocol; `nil` if its messages are not read.
  private mutating func place(of kind: any ReceiverProtocol.Type) -> Int? {
    if let place = entries.firstIndex(where: { $0.kind == kind }) { return place }
    guard let reader = kind.makeReader() else { return nil }
    let trust: Trust = kind.needsTwoFrames ? .waiting(first: nil) : .full
    entries.append(Entry(kind: kind, reader: reader, trust: trust))
    return entries.count - 1
  }

  /// Reads a frame, and passes on what follows from it; false if frames of its protocol are not read, or not yet.
  @discardableResult
  mutating func read(
    _ kind: any ReceiverProtocol.Type, _ frame: RawSpan, _ report: (FrameReport, Int) -> Void
  ) -> Bool {
    guard let place = place(of: kind), isTrusted(place, frame, report) else { return false }
    entries[place].reader.read(frame) { report($0, place) }
    return true
  }

  /// Whether a frame need not wait for another; reads the one that has waited for this one.
  private mutating func isTrusted(
    _ place: Int, _ frame: RawSpan, _ report: (FrameReport, Int) -> Void
  ) -> Bool {
    guard case .waiting(let waiting) = entries[place].trust else { return true }
    guard let first = waiting else {
      entries[place].trust = .waiting(first: frame.array)
      return false
    }
    entries[place].trust = .full
    // Proof: `first` is marked unsafe for elements with padding; a UInt8 has none.
    unsafe entries[place].reader.read(first.span.bytes) { report($0, place) }
    return true
  }

  /// Reads a sentence that `NMEA0183` does not know.
  mutating func read(
    _ address: SentenceAddress, _ fields: RawSpan, _ report: (FrameReport, Int) -> Void
  ) {
    guard let kind = ReceiverProtocols.reading(address), let place = place(of: kind) else { return }
    entries[place].reader.read(address, TextFields(fields)) { report($0, place) }
  }

  mutating func finish(_ report: (FrameReport, Int) -> Void) {
    for place in entries.indices { entries[place].reader.finish { report($0, place) } }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import NMEA0183

/// A part of a recording: a sentence with its TAG block, a frame of UBX, or the bytes between these.
package struct RecordedPart: Hashable, Sendable {
  package var bytes: [UInt8]
  /// The time of arrival of its first byte, milliseconds since 1970.
  package let time: Int64
  package let kind: Kind
  package let mayStartFile: Bool

  package enum Kind: Hashable, Sendable {
    case sentence, frame, noise
  }
}

/// Writes the time of arrival in front of every sentence, and leaves everything else unchanged.
///
/// The time is a TAG block (NMEA 0183 version 4.10, section 7) with UNIX time in milliseconds as its only
/// parameter, `\c:1718452800123*hh\`, directly in front of the `$` or `!`. It is the time at which that byte arrived.
///
/// - Only what ``LineReader`` accepts as a sentence gets one, so that a `$` in a binary frame does not.
/// - A sentence with a TAG block from the receiver keeps that, and gets no other.
/// - A block is omitted if a framer would not read the sentence with its time after it. This is the case after the rest
///   of a damaged sentence that would be valid with the block as its end (one in 256 of them), and for times before
///   March 1973, which would be read as seconds.
///
/// The output does not depend on how the bytes are divided into pieces; without the blocks, it equals the input.
package struct RecordingFormatter: Sendable {
  /// The number of bytes without a sentence after which a file may begin between any two pieces.
  package static let longNoise = 4096

  private var line: LineReader
  /// Reads the output as a program that replays the recording will.
  private var reader: LineReader
  /// The bytes that have not been released yet.
  private var held: [UInt8] = []
  /// The number of bytes received before those.
  private var heldStart = 0
  private var received = 0
  /// Times of arrival, and from which byte on each of them applies.
  private var arrivals: [(start: Int, time: Int64)] = []
  private var noise = 0

  private let writesTimes: Bool

  /// - Parameters:
  ///   - checksums: whether sentences without a checksum also get a time.
  ///   - writesTimes: false leaves every byte unchanged, and only separates sentences from other bytes.
  package init(checksums: SentenceFramer.ChecksumPolicy = .required, writesTimes: Bool = true) {
    self.writesTimes = writesTimes
    line = LineReader(checksums: checksums)
    reader = line
  }

  /// Processes bytes, in pieces of any size, and returns the parts that they complete.
  ///
  /// - Parameter time: when they arrived, milliseconds since 1970.
  package mutating func push(_ bytes: RawSpan, at time: Int64) -> [RecordedPart] {
    if bytes.byteCount > 0, arrivals.last?.time != time { arrivals.append((received, time)) }
    var parts: [RecordedPart] = []
    var offset = 0
    while offset < bytes.byteCount {
      let count = line.push(bytes.extracting(offset..<bytes.byteCount))
      for index in offset..<offset + count {
        held.append(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
      }
      received += count
      offset += count
      while let part = line.next() { release(part, &parts) }
      releaseNoise(upTo: line.sentences.decided, &parts)
    }
    return parts
  }

  /// Ends the input, and returns what has waited for the end of a sentence, unchanged.
  package mutating func finish() -> [RecordedPart] {
    var parts: [RecordedPart] = []
    while let part = line.nextAtEnd() { release(part, &parts) }
    releaseNoise(upTo: received, &parts)
    return parts
  }

  private mutating func release(_ part: LineReader.Part, _ parts: inout [RecordedPart]) {
    let range = line.range(of: part)
    releaseNoise(upTo: range.lowerBound, &parts)
    let time = arrival(of: range.lowerBound)
    var bytes = release(upTo: range.upperBound)
    if writesTimes, case .sentence(let sentence) = part,
      line.sentences.tagBlock(of: sentence) == nil
    {
      let stamped = Self.tagBlock(time) + bytes
      var trial = reader
      if trial.times(in: stamped) == [time] { bytes = stamped }
    }
    _ = reader.times(in: bytes)
    noise = 0
    let kind: RecordedPart.Kind = if case .sentence = part { .sentence } else { .frame }
    parts.append(RecordedPart(bytes: bytes, time: time, kind: kind, mayStartFile: true))
  }

  private mutating func releaseNoise(upTo end: Int, _ parts: inout [RecordedPart]) {
    guard end > heldStart else { return }
    let time = arrival(of: heldStart)
    let bytes = release(upTo: end)
    _ = reader.times(in: bytes)
    parts.append(
      RecordedPart(
        bytes: bytes, time: time, kind: .noise, mayStartFile: noise >= Self.longNoise))
    noise += bytes.count
  }

  /// Removes bytes from those held, and returns them.
  private mutating func release(upTo end: Int) -> [UInt8] {
    let count = end - heldStart
    let bytes = Array(held[..<count])
    held.removeFirst(count)
    heldStart = end
    return bytes
  }

  /// Returns when a byte arrived; must be called in the order of bytes.
  private mutating func arrival(of position: Int) -> Int64 {
    while arrivals.count > 1, arrivals[1].start <= position { arrivals.removeFirst() }
    return arrivals.first?.time ?? 0
  }

  private static func tagBlock(_ time: Int64) -> [UInt8] {
    let body = Array("c:\(time)".utf8)
    let sum = body.reduce(0, ^)
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("\\".utf8) + body
      + [UInt8(ascii: "*"), digits[Int(sum >> 4)], digits[Int(sum & 15)], UInt8(ascii: "\\")]
  }
}

extension LineReader {
  /// Processes bytes, and returns the time of every sentence found.
  fileprivate mutating func times(in bytes: [UInt8]) -> [Int64?] {
    var times: [Int64?] = []
    read(bytes.span.bytes) { line, part in
      guard case .sentence(let sentence) = part else { return }
      times.append(line.sentences.tagBlock(of: sentence)?.millisecondsSince1970)
    }
    return times
  }
}

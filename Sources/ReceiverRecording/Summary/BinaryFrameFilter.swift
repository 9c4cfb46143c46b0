// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// Separates the frames of binary protocols from the rest, so that their bytes do not count as damaged sentences.
///
/// Frames of UBX, which are read, pass.
struct BinaryFrameFilter {
  private(set) var detector = BinaryFrameDetector()
  /// Bytes that may be part of a frame, held until that is known.
  private var held: [UInt8] = []
  private var frames = 0
  private var framesRead = 0

  /// Processes bytes, in pieces of any size.
  ///
  /// - Returns: those that have turned out to be outside frames, in order.
  mutating func push(_ bytes: RawSpan) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(bytes.byteCount)
    for offset in 0..<bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if detector.isIdle, !Self.beginnings[Int(byte)] {
        passed.append(byte)
      } else {
        hold(byte, passing: &passed)
      }
    }
    return passed
  }

  /// Returns the bytes that are held at the end, which cannot become a frame any more.
  mutating func finish() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private mutating func hold(_ byte: UInt8, passing passed: inout [UInt8]) {
    held.append(byte)
    detector.push(byte)
    let count = detector.counts.values.reduce(0, +)
    if count > frames {
      frames = count
      let read = detector.counts[BinaryFrameDetector.ubx] ?? 0
      if read > framesRead { passed += held }
      framesRead = read
      held.removeAll(keepingCapacity: true)
    } else if held.count > detector.openCount {
      // It was not a frame; the last bytes may begin another one.
      passed += held.dropLast(detector.openCount)
      held.removeFirst(held.count - detector.openCount)
    }
  }

  private static let beginnings = (0...UInt8.max).map(BinaryFrameDetector.mayBegin(with:))
}

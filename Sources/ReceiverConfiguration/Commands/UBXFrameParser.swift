// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// Finds the messages of u-blox's binary protocol in a stream of bytes, with any bytes between them.
package struct UBXFrameParser: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// Reads the next byte, and returns the message that it completes, if its checksum is right.
  package mutating func push(_ byte: UInt8) -> UBXFrame? {
    if pending.isEmpty, byte != FrameCandidate.opener { return nil }
    pending.append(byte)
    while !pending.isEmpty {
      switch FrameCandidate(pending.span.bytes) {
      case .incomplete: return nil
      case .frame(let kind, let byteCount):
        let payload = pending[FrameCandidate.header..<byteCount - FrameCandidate.trailer]
        defer { pending.removeAll(keepingCapacity: true) }
        return UBXFrame(kind, Array(payload))
      case .damaged, .none:
        // The rejected bytes may contain the start of a frame.
        pending = Array(pending.dropFirst().drop { $0 != FrameCandidate.opener })
      }
    }
    return nil
  }
}

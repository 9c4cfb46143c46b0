// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import SerialLine
import TestSupport

extension SerialPort {
  /// Reads a number of bytes, for which it waits a minute at most.
  ///
  /// - Parameter pieces: how many are read at once.
  borrowing func bytes(_ count: Int, pieces: Int = 4096) throws -> [UInt8] {
    let deadline = monotonicNow() + .seconds(60)
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: pieces))
    while bytes.count < count, firstReadable(of: descriptor, until: deadline) != nil {
      let outcome = try buffer.withUnsafeMutableBytes { try read(into: $0) }
      guard case .bytes(let count) = outcome else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Reads a text of some bytes; `nil` if nothing has come, "gone" if the port has.
  borrowing func text(of count: Int) throws -> String? {
    var byte: UInt8 = 0
    switch try withUnsafeMutableBytes(of: &byte, { try read(into: $0) }) {
    case .hungUp: return "gone"
    case .nothing where firstReadable(of: descriptor, until: monotonicNow()) == nil: return nil
    case .nothing: return String(decoding: try bytes(count), as: UTF8.self)
    case .bytes: return String(decoding: [byte] + (try bytes(count - 1)), as: UTF8.self)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Standard input and output, on this machine or, by Tests/Embedded/board.c, on an emulated board.

#if hasFeature(Embedded)
  @_extern(c, "board_read")
  private func read(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
  @_extern(c, "board_write")
  private func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Int
#else
  import Glibc

  private func read(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    Glibc.read(STDIN_FILENO, bytes, count)
  }

  private func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    Glibc.write(STDOUT_FILENO, bytes, count)
  }
#endif

enum Terminal {
  /// Returns the next 512 bytes, or the last ones; `nil` at the end.
  static func next() -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < 512, case let more = read(start + count, 512 - count), more > 0 {
        count += more
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  static func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      var written = 0
      while written < buffer.count, case let more = write(start + written, buffer.count - written),
        more > 0
      {
        written += more
      }
    }
  }
}

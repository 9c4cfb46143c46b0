// Core Location for Linux. SPDX-License-Identifier: MIT

/// A framer that divides a stream into lines, which end with LF or CR LF.
///
/// A line that is too long is dropped, whether or not its end has arrived.
package struct LineFramer {
  private let longest: Int
  private var buffer: [UInt8] = []
  /// The start of the first line that has not been returned, and the index before which there is no line end.
  private var start = 0
  private var searched = 0
  private var isSkipping = false

  /// - Parameter longest: the most bytes in a line, without its end.
  package init(longest: Int) { self.longest = longest }

  package var isMidLine: Bool { isSkipping || start < buffer.count }

  package mutating func push(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
  }

  /// Returns the next whole line, without its end; `nil` if it needs more bytes.
  package mutating func next() -> [UInt8]? {
    while true {
      guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
        if isSkipping || buffer.count - start > longest {
          (isSkipping, start) = (true, buffer.count)
        }
        buffer.removeSubrange(..<start)
        (start, searched) = (0, buffer.count)
        return nil
      }
      var line = buffer[start..<end]
      (start, searched) = (end + 1, end + 1)
      if isSkipping {
        isSkipping = false
        continue
      }
      if line.last == 0x0D { line.removeLast() }
      if line.count <= longest { return Array(line) }
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Recognizes gpsd by the line with which it greets each client, `{"class":"VERSION",…}`.
struct GreetingDetector {
  private static let greeting = Array(#"{"class":"VERSION""#.utf8)
  /// How many bytes of the greeting have arrived; `nil` once a different byte has.
  private var count: Int? = 0

  /// Takes the next bytes; returns whether they complete the greeting.
  mutating func completes(with bytes: RawSpan) -> Bool {
    for offset in 0..<bytes.byteCount {
      guard let count, count < Self.greeting.count else { return false }
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      self.count = byte == Self.greeting[count] ? count + 1 : nil
      if self.count == Self.greeting.count { return true }
    }
    return false
  }
}

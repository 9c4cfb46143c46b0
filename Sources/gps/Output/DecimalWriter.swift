// Core Location for Linux. SPDX-License-Identifier: MIT

extension [UInt8] {
  /// Appends text.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an integer.
  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(value.magnitude), width: 1)
  }

  /// Appends a number rounded to at most `decimals` decimals, without zeros at the end.
  ///
  /// Faster than describing it, and fit for reading: nobody wants sixteen digits of a speed.
  mutating func append(_ value: Double, decimals: Int) {
    let scale = Self.scales[decimals]
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 9e18 else { return append(contentsOf: value.description.utf8) }
    var fraction = UInt64(scaled)
    if value < 0, fraction != 0 { append(UInt8(ascii: "-")) }
    let whole = fraction / UInt64(scale)
    fraction -= whole * UInt64(scale)
    append(digits: whole, width: 1)
    guard fraction != 0 else { return }
    var width = decimals
    while fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    append(UInt8(ascii: "."))
    append(digits: fraction, width: width)
  }

  /// Appends the digits of a number, with zeros in front up to a width.
  mutating func append(digits value: UInt64, width: Int) {
    let start = count
    var rest = value
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    while count - start < width { append(UInt8(ascii: "0")) }
    self[start...].reverse()
  }

  private static var scales: [Double] {
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11]
  }
}

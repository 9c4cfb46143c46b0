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

  /// Appends a number rounded to `decimals` decimals, zeros at the end only if it is `padded`.
  ///
  /// Faster than describing it, and fit for reading: nobody wants sixteen digits of a speed.
  mutating func append(_ value: Double, decimals: Int, padded: Bool = false) {
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * Double(scale)).rounded()
    guard scaled < 9e18 else { return append(contentsOf: value.description.utf8) }
    let whole: UInt64
    var fraction: UInt64
    (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: scale)
    if value < 0, scaled != 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, width: 1)
    guard decimals > 0, padded || fraction != 0 else { return }
    var width = decimals
    while !padded, fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    append(UInt8(ascii: "."))
    append(digits: fraction, width: width)
  }

  /// Appends the digits of a number, with zeros in front up to a width.
  mutating func append(digits value: UInt64, width: Int) {
    var length = 1
    var limit: UInt64 = 10
    while length < 19, value >= limit {
      length += 1
      limit *= 10
    }
    if length == 19, value >= limit { length = 20 }
    for _ in 0..<Swift.max(length, width) { append(UInt8(ascii: "0")) }
    var rest = value
    var position = count
    while rest != 0 {
      position -= 1
      self[position] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

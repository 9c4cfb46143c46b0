// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// A pseudo-terminal: its master side is the receiver, its slave side the port.
///
/// The master is closed when this object is released, which unplugs the port.
package final class PseudoTerminal: Sendable {
  /// The master side, nonblocking.
  package let master: CInt
  /// The path of the port, such as `/dev/pts/3`.
  package let path: String

  /// A system call that failed.
  package struct Failure: Error {
    let call: String
    let number: CInt
  }

  /// Opens a pseudo-terminal; the slave side is not held open.
  package init() throws {
    // With two slashes, umockdev keeps no state for it (see `Tests/CUmockdev/shim.h`).
    let master = open("//dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard master >= 0 else { throw Failure(call: "open", number: errno) }
    var locked: CInt = 0
    var number: CUnsignedInt = 0
    // TIOCSPTLCK and TIOCGPTN, which are not imported into Swift.
    guard ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      let failure = Failure(call: "ioctl", number: errno)
      close(master)
      throw failure
    }
    self.master = master
    path = "/dev/pts/\(number)"
  }

  deinit { close(master) }

  /// Sends bytes to the program that reads the port, and returns how many were taken.
  @discardableResult
  package func send(_ bytes: some Sequence<UInt8>) -> Int {
    let bytes = Array(bytes)
    return bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Sends a text.
  @discardableResult
  package func send(_ text: String) -> Int { send(text.utf8) }

  /// Returns the bytes that were written to the port; empty if there are none.
  package func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { read(master, $0.baseAddress, $0.count) }
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// The settings of the port, as the program that used it last left them.
  package var settings: termios {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings
  }
}

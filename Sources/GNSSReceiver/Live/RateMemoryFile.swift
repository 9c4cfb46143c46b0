// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import SerialLine

/// Where baud rates are remembered from one run to the next.
///
/// `core-location-linux/baud-rates` in `$XDG_STATE_HOME`, else in `~/.local/state`. A memory that cannot be read
/// or written costs the time to find the rate again, and nothing else: nobody is told.
package struct RateMemoryFile {
  private let folder: String
  private var path: String { folder + "/baud-rates" }

  init(folder: String) { self.folder = folder }

  /// `nil` for a user without a home.
  package init?() {
    if let state = Self.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      folder = state + "/core-location-linux"
    } else if let home = Self.variable("HOME"), home.hasPrefix("/") {
      folder = home + "/.local/state/core-location-linux"
    } else {
      return nil
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// What is remembered.
  package func read() -> RateMemory {
    // A pipe in its place must not be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return RateMemory() }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = retryingOnInterrupt { Glibc.read(descriptor, &buffer, buffer.count) }
    return RateMemory(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
  }

  /// Adds one rate to what is there now; in place of the old file as a whole, so that none is ever half
  /// written.
  package func remember(_ rate: BaudRate, of identity: String) {
    var memory = read()
    guard memory.remember(rate, of: identity) else { return }
    for (index, character) in folder.utf8.enumerated()
    where character == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: folder.utf8.prefix(index), as: UTF8.self), 0o755)
    }
    mkdir(folder, 0o755)
    let temporary = path + ".\(getpid())"
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    let bytes = Array(memory.text.utf8)
    let count = retryingOnInterrupt { write(descriptor, bytes, bytes.count) }
    close(descriptor)
    if count == bytes.count {
      rename(temporary, path)
    } else {
      unlink(temporary)
    }
  }
}

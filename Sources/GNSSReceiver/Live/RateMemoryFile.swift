// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
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
    guard let folder = UserDirectories.current.ourState else { return nil }
    self.folder = folder
  }

  /// What is remembered.
  package func read() -> RateMemory {
    let content = (try? WholeFile.read(path, limit: 1 << 16)) ?? nil
    return RateMemory(String(decoding: content ?? [], as: UTF8.self))
  }

  /// Adds one rate to what is there now; in place of the old file as a whole, so that none is ever half
  /// written.
  package func remember(_ rate: BaudRate, of identity: String) {
    var memory = read()
    guard memory.remember(rate, of: identity) else { return }
    // Root would leave a directory into which the owner of the home could not write.
    guard WholeFile.foreignOwner(of: path) == nil else { return }
    try? WholeFile.makeDirectory(folder, mode: 0o755)
    // Not durably: the receiver's thread is not to wait for a disk.
    try? WholeFile.replace(path, with: Array(memory.text.utf8), mode: 0o644, isDurable: false)
  }
}

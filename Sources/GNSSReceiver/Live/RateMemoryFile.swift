// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import SerialLine

/// The file in which baud rates are remembered from one run to the next.
///
/// `core-location-linux/baud-rates` in `$XDG_STATE_HOME`, else in `~/.local/state`. A file that cannot be read or
/// written only costs the time to find the rate again, so failures are not reported.
package struct RateMemoryFile {
  private let folder: String
  private var path: String { folder + "/baud-rates" }

  init(folder: String) { self.folder = folder }

  /// Uses the user's state directory; `nil` for a user without a home.
  package init?() {
    guard let folder = UserDirectories.current.ourState else { return nil }
    self.folder = folder
  }

  /// Reads what is remembered.
  package func read() -> RateMemory {
    let content = (try? WholeFile.read(path, limit: 1 << 16)) ?? nil
    return RateMemory(String(decoding: content ?? [], as: UTF8.self))
  }

  /// Adds one rate to what the file contains now; replaces the file as a whole, so that it is never half written.
  package func remember(_ rate: BaudRate, of identity: String) {
    var memory = read()
    guard memory.remember(rate, of: identity) else { return }
    // Root would create a directory that the home's owner could not write to.
    guard WholeFile.foreignOwner(of: path) == nil else { return }
    try? WholeFile.makeDirectory(folder, mode: 0o755)
    // Not durably: the receiver's thread must not wait for a disk.
    try? WholeFile.replace(path, with: Array(memory.text.utf8), mode: 0o644, isDurable: false)
  }
}

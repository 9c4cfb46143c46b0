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
    // Not durably: it is no loss if the machine stops before it is on the disk.
    try? WholeFile.replace(path, with: Array(memory.text.utf8), mode: 0o644, isDurable: false)
  }
}

/// Writes rates to their file one after another, on threads of their own: the receivers' reactor must not wait for a disk.
final class RateWriter: Sendable {
  private let file: RateMemoryFile
  private let last = Mutex<POSIXThread?>(nil)

  init(_ file: RateMemoryFile) { self.file = file }

  func read() -> RateMemory { file.read() }

  /// Begins to add one rate to the file.
  func remember(_ rate: BaudRate, of identity: String) {
    last.withLock { last in
      let previous = last
      // Without a thread, the rate has to be found again.
      guard
        let thread = POSIXThread({ [file] in
          previous?.join()
          file.remember(rate, of: identity)
        })
      else { return }
      last = thread
    }
  }

  /// Waits until everything has been written.
  func finish() { last.withLock { $0.take() }?.join() }
}

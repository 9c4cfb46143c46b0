// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import SerialLine

/// The baud rates at which devices were last understood, by their identity.
///
/// The file has one line per device: the rate, a space, the identity. Other lines are ignored.
package struct RateMemory: Sendable {
  private var entries: [(identity: String, rate: BaudRate)] = []

  /// The most devices that are remembered, more than a user plugs in; beyond that, the oldest is forgotten.
  static let mostEntries = 200

  package init() {}

  /// Reads the format of ``text``.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let rate = UInt32(parts[0]), rate > 0 else { continue }
      remember(BaudRate(rawValue: rate), of: String(parts[1]))
    }
  }

  /// The content of the file.
  package var text: String {
    entries.map { "\($0.rate.rawValue) \($0.identity)\n" }.joined()
  }

  /// The rate of a device; `nil` if it was never understood.
  package subscript(identity: String) -> BaudRate? {
    entries.first { $0.identity == identity }?.rate
  }

  /// Remembers a rate; returns whether it differs from the one remembered before.
  @discardableResult
  package mutating func remember(_ rate: BaudRate, of identity: String) -> Bool {
    // A serial number may contain anything, and a line break in it would forge an entry.
    guard self[identity] != rate, !identity.utf8.contains(where: { $0 < 0x20 }) else {
      return false
    }
    entries.removeAll { $0.identity == identity }
    if entries.count >= Self.mostEntries { entries.removeFirst() }
    entries.append((identity, rate))
    return true
  }
}

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

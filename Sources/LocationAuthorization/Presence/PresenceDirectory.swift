// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc
import LinuxSystem

/// The directory in which processes publish that they use the location.
package struct PresenceDirectory: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Returns the processes that use the location now, the one that began earliest first.
  ///
  /// Files of processes that have ended are removed. Damaged files are skipped: only this user can write to the
  /// directory.
  ///
  /// - Throws: if the directory cannot be read, is a link, or may be written to by others.
  package func entries() throws(AuthorizationError) -> [PresenceEntry] {
    guard let directory = try PrivateDirectory(path) else { return [] }
    return directory.names.filter(PresenceFile.isName).compactMap { entry($0, directory) }
      .sorted { ($0.since, $0.process) < ($1.since, $1.process) }
  }

  /// Returns what a locked file reports; `nil` if no process holds it.
  private func entry(_ name: String, _ directory: borrowing PrivateDirectory) -> PresenceEntry? {
    let descriptor = directory.open(name, O_RDWR | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard directory.isOurs(descriptor) else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      // It may have been replaced since it was opened; the new file is then the one that is locked.
      guard directory.isStill(descriptor, name) else { return newer(name, directory) }
      directory.remove(name)
      return nil
    }
    return name.hasSuffix(".new") ? nil : entry(in: descriptor)
  }

  /// Reads the file that has just replaced another.
  private func newer(_ name: String, _ directory: borrowing PrivateDirectory) -> PresenceEntry? {
    let descriptor = directory.open(name, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return entry(in: descriptor)
  }

  private func entry(in descriptor: CInt) -> PresenceEntry? {
    guard let content = try? WholeFile.read(descriptor, path, limit: 1 << 16) else { return nil }
    return try? BoundedDecoding.json(
      PresenceEntry.self, from: content, by: AuthorizationCoding.decoder)
  }
}

/// A process that uses the location now, as every user may see.
package struct PresenceEntry: Hashable, Sendable, Codable {
  /// A bundle identifier or path, as the process reports it; not escaped.
  package var application: String
  package var process: Int32
  /// When the use began, by the machine's clock.
  package var since: Date
  /// Whether the application is not in use.
  package var isInBackground: Bool
  package var showsIndicator: Bool
  /// What it uses the location for, such as `standard`, `regions`, `visits`; in alphabetical order.
  package var kinds: [String]

  private enum CodingKeys: String, CodingKey {
    case application
    case process = "pid"
    case since
    case isInBackground = "background"
    case showsIndicator = "indicator"
    case kinds
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Where processes publish that they use the location.
package struct PresenceDirectory: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// The processes that use the location now, the longest first.
  ///
  /// Files of processes that are gone are removed. What is damaged is passed over: only this user can write there.
  ///
  /// - Throws: if the directory cannot be read, is a link, or is one to which others may write.
  package func entries() throws(AuthorizationError) -> [PresenceEntry] {
    guard let directory = try PrivateDirectory(path) else { return [] }
    return directory.names.filter(PresenceFile.isName).compactMap { entry($0, directory) }
      .sorted { ($0.since, $0.process) < ($1.since, $1.process) }
  }

  /// What a held file reports; `nil` if nobody holds it.
  private func entry(_ name: String, _ directory: borrowing PrivateDirectory) -> PresenceEntry? {
    let descriptor = directory.open(name, O_RDWR | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard directory.isOurs(descriptor) else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      // It may have been replaced since it was opened: then the new one is held.
      guard directory.isStill(descriptor, name) else { return newer(name, directory) }
      directory.remove(name)
      return nil
    }
    return name.hasSuffix(".new") ? nil : entry(in: descriptor)
  }

  /// What replaced a file a moment ago.
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

// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import SerialLine

/// Where processes tell that they use the location.
package struct PresenceDirectory: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Who uses the location now, the longest first.
  ///
  /// Files of processes that are gone are removed. What is damaged is passed over: only this user can write there.
  ///
  /// - Throws: if the directory is there and cannot be read.
  package func entries() throws(AuthorizationError) -> [PresenceEntry] {
    try names().compactMap { entry(path + "/" + $0) }
      .sorted { ($0.since, $0.process) < ($1.since, $1.process) }
  }

  private func names() throws(AuthorizationError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw AuthorizationError(.read, path, errno: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let item = readdir(directory) {
      let name = withUnsafeBytes(of: item.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json") || name.hasSuffix(".json.new") { names.append(name) }
    }
    return names
  }

  /// What a held file tells; `nil` if nobody holds it.
  private func entry(_ file: String) -> PresenceEntry? {
    let descriptor = open(file, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      // It may have been replaced since it was opened: then the new one is held.
      guard PresenceFile.isStill(descriptor, file) else { return newer(file) }
      unlink(file)
      return nil
    }
    guard file.hasSuffix(".json"), let content = try? FileContent.read(descriptor, of: file) else {
      return nil
    }
    return try? AuthorizationCoding.decoder.decode(PresenceEntry.self, from: content)
  }

  /// What replaced a file a moment ago.
  private func newer(_ file: String) -> PresenceEntry? {
    guard let content = try? FileContent.read(file) else { return nil }
    return try? AuthorizationCoding.decoder.decode(PresenceEntry.self, from: content)
  }
}

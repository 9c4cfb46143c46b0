// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

package enum RecordingRetention: Hashable, Sendable {
  case everything
  /// The newest files, as many as fit into a number of bytes together with the one that begins.
  case bytes(Int)
  /// The files modified within this many seconds.
  case seconds(Int64)

  private struct File {
    let path: String
    let order: (time: String, attempt: Int)
    let size: Int
    /// When it was last modified, seconds since 1970.
    let time: Int64
  }

  /// Removes the oldest files of a recording, when a new one begins.
  ///
  /// A file belongs to the recording if it is a regular file whose name has the recording's form.
  ///
  /// - Parameters:
  ///   - current: the new file, which is kept.
  ///   - now: milliseconds since 1970.
  func removeOldFiles(
    of name: RecordingName, for current: String, at now: Int64, _ rotation: RecordingRotation
  ) {
    if self == .everything { return }
    var files = Self.files(of: name).filter { $0.path != current }
    func removeFirst() { unlink(files.removeFirst().path.pathBytes) }
    switch self {
    case .everything: break
    case .bytes(let limit):
      // The new file is expected to be as long as the longest so far, unless its size is limited.
      var room = files.map(\.size).max() ?? 0
      if case .size(let size) = rotation { room = size }
      for _ in 0..<Self.excess(of: files.map(\.size), beyond: limit - room) { removeFirst() }
    case .seconds(let age):
      while let first = files.first, first.time < now / 1000 - age { removeFirst() }
    }
  }

  /// Returns how many of the oldest files exceed a number of bytes.
  ///
  /// - Parameter sizes: sizes of the files, oldest first; sparse files may have any size.
  static func excess(of sizes: [Int], beyond limit: Int) -> Int {
    var room = limit
    let kept = sizes.reversed().prefix { size in
      guard size <= room else { return false }
      room -= size
      return true
    }
    return sizes.count - kept.count
  }

  /// Returns the files of a recording, oldest first.
  private static func files(of name: RecordingName) -> [File] {
    var files: [File] = []
    for file in Folder.names(in: name.folder.isEmpty ? "." : name.folder) {
      guard let order = name.order(ofFile: file), let status = stat(ofLink: name.folder + file),
        status.kind == S_IFREG
      else { continue }
      files.append(
        File(
          path: name.folder + file, order: order, size: Int(status.st_size),
          time: Int64(status.st_mtim.tv_sec)))
    }
    return files.sorted { $0.order < $1.order }
  }
}

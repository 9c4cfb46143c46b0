// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Notices when files may have changed, whether they and their directories exist yet or not.
///
/// It watches the directory of each file or, as long as there is none, the nearest one above. So it notices more than
/// asked for, and its owner reads the files to know.
struct FileWatch: ~Copyable {
  /// Readable when something happened.
  let descriptor: CInt
  private let paths: [String]
  private var watches: [String: CInt] = [:]

  private static let mask = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF)

  /// A descriptor for a watch; negative, with `errno`, if this user has too many.
  static func descriptor() -> CInt { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }

  /// - Parameters:
  ///   - descriptor: closed in the end.
  ///   - paths: absolute ones of files.
  init(_ descriptor: CInt, paths: [String]) {
    self.descriptor = descriptor
    self.paths = paths
  }

  deinit { close(descriptor) }

  /// Forgets what happened, and watches anew: what happens from now on makes the descriptor readable.
  mutating func rearm() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while retryingOnInterrupt({ read(descriptor, &buffer, buffer.count) }) > 0 {}
    var new: [String: CInt] = [:]
    for path in paths {
      if let (directory, watch) = Self.watch(WholeFile.parent(of: path), descriptor) {
        new[directory] = watch
      }
    }
    for (directory, watch) in watches where new[directory] != watch {
      // A directory may have two names.
      if !new.values.contains(watch) { inotify_rm_watch(descriptor, watch) }
    }
    watches = new
  }

  /// Watches a directory, or the nearest above it that can be.
  private static func watch(_ wanted: String, _ descriptor: CInt) -> (String, CInt)? {
    var last: String?
    while true {
      var directory = wanted
      var watch = inotify_add_watch(descriptor, directory, mask)
      while watch < 0, directory != "/", directory != "." {
        directory = WholeFile.parent(of: directory)
        watch = inotify_add_watch(descriptor, directory, mask)
      }
      guard watch >= 0 else { return nil }
      // The next one may have been made before this was watched: once more, until nothing changes.
      if directory == wanted || directory == last { return (directory, watch) }
      last = directory
    }
  }
}

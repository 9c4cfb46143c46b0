// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Waits for changes of the files that authorization depends on, and checks the foreground once a second while that matters: the
/// system does not notify a process that leaves it.
final class CenterWatch: Resident {
  private var files: FileWatch
  private var nextCheck: Duration?
  private let filesChanged: () -> Void
  private let checkForeground: () -> Void

  private static let interval = Duration.seconds(1)

  init(
    _ files: consuming FileWatch, filesChanged: @escaping () -> Void,
    checkForeground: @escaping () -> Void
  ) {
    self.files = files
    (self.filesChanged, self.checkForeground) = (filesChanged, checkForeground)
    self.files.rearm()
    // They may have changed since they were read.
    filesChanged()
  }

  /// Whether the foreground matters.
  var watchesForeground: Bool {
    get { nextCheck != nil }
    set { nextCheck = newValue ? nextCheck ?? monotonicNow() + Self.interval : nil }
  }

  var deadline: Duration? { nextCheck }

  func watch(_ watched: inout Reactor.Watched) {
    watched.add(files.descriptor >= 0 ? files.descriptor : nil)
  }

  func serve(_ ready: Reactor.Ready) {
    if ready[0] != 0 {
      files.rearm()
      filesChanged()
    }
    if let due = nextCheck, due <= ready.now {
      nextCheck = ready.now + Self.interval
      checkForeground()
    }
  }
}

/// Detects that files may have changed, whether or not they and their directories exist yet.
///
/// It watches the directory of each file or, if that does not exist, the nearest existing one above. It therefore
/// detects more than necessary, and its owner reads the files to find out.
package struct FileWatch: ~Copyable {
  /// Readable when something has happened.
  package let descriptor: CInt
  private let paths: [String]
  private var watches: [String: CInt] = [:]

  private static let mask = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Returns a descriptor for a watch; negative, with `errno` set, if this user has too many.
  package static func descriptor() -> CInt { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }

  /// - Parameter descriptor: closed when the watch is released.
  package init(_ descriptor: CInt, paths: [String]) {
    self.descriptor = descriptor
    self.paths = paths
  }

  deinit { close(descriptor) }

  /// Discards what has happened, and renews the watches: what happens from now on makes the descriptor readable.
  package mutating func rearm() {
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

  /// Watches a directory, or the nearest one above it that can be watched.
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
      // The next directory may have been created before this one was watched: repeat until nothing changes.
      if directory == wanted || directory == last { return (directory, watch) }
      last = directory
    }
  }
}

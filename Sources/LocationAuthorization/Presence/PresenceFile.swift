// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import SerialLine

/// The file that tells that this process uses the location.
///
/// It is locked as long as it is open: a file that nobody holds is of a process that is gone, whatever ended it.
struct PresenceFile: ~Copyable {
  private let path: String
  /// The lock; negative as long as there is no file.
  private var descriptor: CInt = -1

  /// - Parameter directory: where such files are.
  init(directory: String, process: Int32, distinction: UInt32) {
    // A number of a process comes again, and a process may have several.
    path = "\(directory)/\(process)-\(String(distinction, radix: 16)).json"
  }

  deinit {
    guard descriptor >= 0 else { return }
    unlink(path)
    close(descriptor)
  }

  /// Tells this in place of what was told before.
  mutating func tell(_ entry: PresenceEntry) throws(AuthorizationError) {
    try FileContent.makeDirectory(FileContent.parent(of: path))
    let content: Data
    do {
      content = try AuthorizationCoding.encoder.encode(entry)
    } catch {
      throw AuthorizationError(.write, path, .damaged("\(error)"))
    }
    // Readers never see a half, nor a file that is not held.
    let temporary = path + ".new"
    let new = try Self.held(temporary, for: path)
    var number = FileContent.write(content, to: new)
    if number == 0, rename(temporary, path) != 0 { number = errno }
    guard number == 0 else {
      unlink(temporary)
      close(new)
      throw AuthorizationError(.write, path, errno: number)
    }
    if descriptor >= 0 { close(descriptor) }
    descriptor = new
  }
  /// Makes a file that is held by its descriptor.
  ///
  /// A reader that comes between the making and the holding takes the file for one that nobody holds, holds it for
  /// a moment, and removes it: then another is made.
  private static func held(
    _ temporary: String, for path: String
  ) throws(AuthorizationError) -> CInt {
    for _ in 0..<1000 {
      let new = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard new >= 0 else { throw AuthorizationError(.write, path, errno: errno) }
      let number = flock(new, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if number == 0, isStill(new, temporary) { return new }
      close(new)
      guard number == 0 || number == EWOULDBLOCK else {
        unlink(temporary)
        throw AuthorizationError(.write, path, errno: number)
      }
      usleep(1000)
    }
    throw AuthorizationError(.write, path, errno: EWOULDBLOCK)
  }

  /// Whether a descriptor is of the file that has this name now.
  static func isStill(_ descriptor: CInt, _ path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A lock that every process of an application holds while it runs, so that nobody else watches for it meanwhile.
///
/// A process lock of fcntl(2): children do not inherit it, and it ends with the process, however that ends.
package enum RunningMark {
  package enum Attempt {
    /// This process holds it until it ends.
    case held
    /// `gps wake` is adding an event.
    case busy
    case impossible
  }

  /// Tries to hold the mark; never waits.
  package static func hold(_ path: String) -> Attempt {
    let descriptor = open(path)
    guard descriptor >= 0 else { return .impossible }
    if lock(descriptor, F_SETLK, F_RDLCK) { return .held }
    let isBusy = errno == EAGAIN || errno == EACCES
    close(descriptor)
    return isBusy ? .busy : .impossible
  }

  /// Calls a closure while no process of the application runs, and none can start to; returns `nil` if one runs.
  package static func whileAbsent<Result>(_ path: String, _ body: () throws -> Result) rethrows
    -> Result?
  {
    let descriptor = open(path)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard lock(descriptor, openDescriptionLock, F_WRLCK) else { return nil }
    return try body()
  }

  /// Calls a closure while no other process does; returns `nil` if one does.
  ///
  /// The lock is the process's: a child that is just being started does not keep it when this process is killed. This
  /// process must not open the file a second time meanwhile, since closing it would release the lock.
  package static func whileAlone<Result>(_ path: String, _ body: () throws -> Result) rethrows
    -> Result?
  {
    let descriptor = open(path)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard lock(descriptor, F_SETLK, F_WRLCK) else { return nil }
    return try body()
  }

  /// Returns whether a process holds the mark; looking never keeps one from holding it.
  package static func isHeld(_ path: String) -> Bool {
    let descriptor = Glibc.open(path.pathBytes, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = wholeFile(F_WRLCK)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK
  }

  private static func open(_ path: String) -> CInt {
    movedAboveStandard(
      Glibc.open(path.pathBytes, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600))
  }

  private static func lock(_ descriptor: CInt, _ command: CInt, _ kind: CInt) -> Bool {
    var lock = wholeFile(kind)
    return fcntl(descriptor, command, &lock) == 0
  }

  private static func wholeFile(_ kind: CInt) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  /// `F_OFD_SETLK`, which excludes the locks of other files and of this process alike; Swift does not import it.
  private static let openDescriptionLock: CInt = 37
}

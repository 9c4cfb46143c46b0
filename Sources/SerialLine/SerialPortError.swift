// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Why a port cannot be opened or used.
package struct SerialPortError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    /// There is no such device.
    case missing
    /// It exists, but is not a device that a receiver could be: a directory, a file, a disk, `/dev/null`.
    case notAPort
    /// This user may not read it; with the owner and the group, by name or number, according to `stat`.
    ///
    /// Joining the group helps if it may read the port and has a name. Nobody should join root's, whose files are the
    /// system's.
    case permissionDenied(owner: String, group: String, joiningHelps: Bool)
    /// Other programs are using it; those that this user may know of.
    case busy([PortHolder])
    /// The driver does not support this rate.
    case unsupportedRate(BaudRate)
    /// It was unplugged.
    case unplugged
    /// The device accepted no bytes for too long.
    case notWriting
    /// The system refuses, with this error number.
    case system(CInt)
  }

  package let cause: Cause
  /// The device.
  package let path: String

  package init(_ cause: Cause, _ path: String) {
    (self.cause, self.path) = (cause, path)
  }

  /// Creates the error that an error number of `open` means for a device.
  package init(errno number: CInt, _ path: String) {
    self.path = path
    cause =
      switch number {
      case ENOENT, ENOTDIR: .missing
      case EACCES, EPERM: Self.permission(path)
      case EBUSY, EWOULDBLOCK: .busy(PortHolder.all(of: path))
      case ENXIO, ENODEV, EIO: .unplugged
      default: .system(number)
      }
  }

  private static func permission(_ path: String) -> Cause {
    guard let status = stat(of: path) else { return .system(EACCES) }
    return permission(
      owner: status.st_uid, group: status.st_gid, groupReads: status.st_mode & S_IRGRP != 0)
  }

  static func permission(owner: uid_t, group: gid_t, groupReads: Bool) -> Cause {
    let name = UserDatabase.group(group)?.name
    return .permissionDenied(
      owner: UserDatabase.user(owner)?.name ?? String(owner), group: name ?? String(group),
      joiningHelps: groupReads && group != 0 && name != nil)
  }
}

extension SerialPortError: CustomStringConvertible {
  /// What failed, for which device and why, and what to try.
  package var description: String {
    switch cause {
    case .missing: "cannot open \(path): no such device; run \"gps list\" to see what is plugged in"
    case .notAPort: "cannot open \(path): it is not a serial port; run \"gps list\" to see them"
    case .permissionDenied(let owner, let group, true):
      """
      cannot open \(path): permission denied (owner \(owner), group \(group)); \
      run "sudo usermod -aG \(group) $USER" and log in again
      """
    case .permissionDenied(let owner, let group, false):
      """
      cannot open \(path): permission denied (owner \(owner), group \(group)); \
      run "gps doctor --device \(path)" to see how to fix it
      """
    case .busy(let holders) where holders.isEmpty:
      "cannot open \(path): another program is using it; run \"sudo fuser -v \(path)\" to see which"
    case .busy(let holders):
      """
      cannot open \(path): \(holders.map(\.description).joined(separator: " and ")) \
      \(holders.count == 1 ? "is" : "are") using it; end \(holders.count == 1 ? "it" : "them") first
      """
    case .unsupportedRate(let rate):
      "cannot set \(path) to \(rate): its driver does not support this rate; try another"
    case .unplugged: "cannot use \(path): it was unplugged; plug it in again"
    case .notWriting:
      "cannot write to \(path): it accepts no data; check the cable, or plug it in again"
    case .system(EMFILE), .system(ENFILE):
      "cannot use \(path): too many files are open; close some, or raise the limit with \"ulimit -n\""
    case .system(let number):
      "cannot use \(path): \(describe(errno: number)); check the cable, or try another port"
    }
  }
}

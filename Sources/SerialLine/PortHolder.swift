// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A process that has a device open.
package struct PortHolder: Hashable, Sendable, CustomStringConvertible {
  /// Its process id.
  package let process: Int32
  /// The name of its program, according to the kernel (`/proc/PID/comm`).
  package let name: String

  package init(process: Int32, name: String) {
    (self.process, self.name) = (process, name)
  }

  package var description: String { "\(name) (process \(process))" }

  /// Returns the processes, other than this one, that have a device open, as far as this user may know.
  ///
  /// Looks at every descriptor of every process, which takes some milliseconds.
  ///
  /// - Parameters:
  ///   - processes: the folder in which the system lists its processes.
  ///   - excludingOtherEnd: whether to leave out those that have the other end of a pseudo-terminal: they play the
  ///     receiver, as socat does, and read nothing here.
  package static func all(
    of path: String, in processes: String = "/proc", excludingOtherEnd: Bool = false
  ) -> [PortHolder] {
    guard let wanted = stat(of: path) else { return [] }
    return Folder.names(in: processes).compactMap { entry -> PortHolder? in
      guard let process = Int32(entry), process != getpid(),
        holds("\(processes)/\(process)/fd", wanted),
        !(excludingOtherEnd && hasOtherEnd("\(processes)/\(process)/fdinfo", wanted))
      else { return nil }
      return PortHolder(process: process, name: name("\(processes)/\(process)/comm"))
    }
    .sorted { $0.process < $1.process }
  }

  /// Whether a process has a device open, by the device's number, whatever path it was opened by.
  private static func holds(_ folder: String, _ wanted: stat) -> Bool {
    Folder.names(in: folder).contains { entry in
      guard let status = stat(of: "\(folder)/\(entry)") else { return false }
      return wanted.kind == S_IFCHR
        ? status.kind == S_IFCHR && status.st_rdev == wanted.st_rdev
        : status.identity == wanted.identity
    }
  }

  /// Whether a process has the other end of a pseudo-terminal.
  private static func hasOtherEnd(_ folder: String, _ wanted: stat) -> Bool {
    let number = DeviceNumber(UInt64(wanted.st_rdev))
    guard wanted.kind == S_IFCHR, number.isPseudoTerminal else { return false }
    let mark = "tty-index:\t\(number.minor)"
    return Folder.names(in: folder).contains { entry in
      guard let bytes = try? WholeFile.read("\(folder)/\(entry)", limit: 4096) else { return false }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { $0 == mark }
    }
  }

  private static func name(_ path: String) -> String {
    guard let bytes = try? WholeFile.read(path, limit: 256) else { return "a program" }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

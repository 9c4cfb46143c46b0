// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The programs that have what this one wants to listen on.
enum ListeningProcess {
  /// Returns the program that listens on a TCP port; `nil` if it cannot be determined, because it is another user's.
  static func holder(of port: UInt16) -> String? {
    let rows = TCPTable.rows(with: port, in: TCPTable.listening).filter { $0.local.port == port }
    let links = Set(rows.map { "socket:[\($0.inode)]" })
    guard !links.isEmpty else { return nil }
    return Folder.names(in: "/proc").lazy.compactMap { Int32($0) }
      .first { has($0, links) }.map(title)
  }

  /// Returns the program that serves a unix socket; `nil` if none does any longer.
  static func holder(of path: String) -> String? {
    let socket: CInt
    do throws(SystemError) {
      socket = try UnixAddress(path).connect()
    } catch {
      // A socket that this user may not connect to is in use, too.
      return [ECONNREFUSED, ENAMETOOLONG].contains(error.errno) ? nil : "another program"
    }
    defer { close(socket) }
    return UnixPeer(socket).map { title(of: $0.process) } ?? "another program"
  }

  private static func title(of process: Int32) -> String {
    "\(ProcessFacts.name(of: process) ?? "a program") (process \(process))".escapedForTerminal
  }

  private static func has(_ process: Int32, _ links: Set<String>) -> Bool {
    let folder = "/proc/\(process)/fd"
    return Folder.names(in: folder).contains { entry in
      linkTarget(of: "\(folder)/\(entry)").map { links.contains(String(pathBytes: $0)) } ?? false
    }
  }
}

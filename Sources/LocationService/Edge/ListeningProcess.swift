// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A process that listens on a TCP port.
package struct ListeningProcess {
  let process: Int32
  let name: String

  /// Returns the process that listens on a TCP port; `nil` if it cannot be determined, because it is another user's.
  static func find(_ port: UInt16) -> ListeningProcess? {
    let inodes = TCPTable.rows.filter { $0.state == TCPTable.listening && $0.local.port == port }
    let links = Set(inodes.map { "socket:[\($0.inode)]" })
    guard !links.isEmpty, let processes = opendir("/proc") else { return nil }
    defer { closedir(processes) }
    while let entry = readdir(processes) {
      guard let process = Int32(Self.name(entry)), has(process, links) else { continue }
      let name = ProcessFacts.name(of: process) ?? "a program"
      return ListeningProcess(
        process: process, name: "\(name) (process \(process))".escapedForTerminal)
    }
    return nil
  }

  /// Returns why a port cannot be listened on, and what to try.
  ///
  /// - Parameters:
  ///   - number: the error of `bind` or `listen`.
  ///   - option: the option that selects another address.
  package static func reason(_ number: CInt, _ port: UInt16, option: String) -> String {
    switch number {
    case EADDRINUSE:
      "\(find(port)?.name ?? "another program") has the port; end it, or name another with \(option)"
    case EACCES: "ports below 1024 are root's; name a higher one"
    default: "\(describe(errno: number)); name another address"
    }
  }

  private static func has(_ process: Int32, _ links: Set<String>) -> Bool {
    let folder = "/proc/\(process)/fd"
    guard let descriptors = opendir(folder) else { return false }
    defer { closedir(descriptors) }
    while let entry = readdir(descriptors) {
      var target = [CChar](repeating: 0, count: 64)
      let count = readlink("\(folder)/\(name(entry))", &target, target.count)
      let link = target.prefix(max(0, count)).map(UInt8.init(bitPattern:))
      if links.contains(String(decoding: link, as: UTF8.self)) { return true }
    }
    return false
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// A socket in the file system.
enum UnixSocket {
  /// Returns the program that serves a socket; `nil` if none does any longer.
  static func holder(of path: String) -> String? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < 108 else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let socket = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    let result = withUnsafeBytes(of: &address) { raw in
      raw.withMemoryRebound(to: sockaddr.self) { target in
        target.baseAddress.map {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        } ?? -1
      }
    }
    // A socket that this user may not connect to is in use, too.
    guard result == 0 || errno != ECONNREFUSED else { return nil }
    guard case .local(_, _, _, let process, let handle) = ConnectionPeer(socket) else {
      return "another program"
    }
    if handle >= 0 { close(handle) }
    return "\(ProcessFacts.name(of: process) ?? "a program") (process \(process))"
  }
}

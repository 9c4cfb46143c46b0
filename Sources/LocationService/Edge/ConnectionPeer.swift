// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// What the kernel knows about the other end of a connection, read while the connection is open.
enum ConnectionPeer: Sendable {
  /// Over a unix socket. The descriptor, -1 if there is none, refers to the process itself, even if its number is
  /// reused.
  case local(user: UInt32, group: UInt32, groups: [UInt32], process: Int32, handle: CInt)
  /// Over TCP, with both ends.
  case tcp(client: TCPEndpoint, server: TCPEndpoint)
  case unknown

  // Constants that Swift's Glibc lacks, or only has with GNU's extensions.
  private static let optionPeerCredentials: CInt = 17
  private static let optionPeerGroups: CInt = 59
  private static let optionPeerProcess: CInt = 77

  /// Reads the peer of a connected socket.
  init(_ socket: CInt) {
    if let client = TCPEndpoint(socket, getpeername), let server = TCPEndpoint(socket, getsockname)
    {
      self = .tcp(client: client, server: server)
      return
    }
    // The process, user and group.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var length = socklen_t(12)
    guard getsockopt(socket, SOL_SOCKET, Self.optionPeerCredentials, &credentials, &length) == 0,
      length == 12, credentials.1 != .max
    else {
      self = .unknown
      return
    }
    var handle: CInt = -1
    length = socklen_t(MemoryLayout<CInt>.size)
    if getsockopt(socket, SOL_SOCKET, Self.optionPeerProcess, &handle, &length) != 0 { handle = -1 }
    self = .local(
      user: credentials.1, group: credentials.2, groups: Self.groups(socket),
      process: credentials.0, handle: handle)
  }

  /// Releases what was kept for looking up the peer.
  consuming func discard() {
    if case .local(_, _, _, _, let handle) = self, handle >= 0 { close(handle) }
  }

  private static func groups(_ socket: CInt) -> [UInt32] {
    // Room for as many groups as a process can have.
    var groups = [UInt32](repeating: 0, count: 65_536)
    var length = socklen_t(groups.count * 4)
    guard getsockopt(socket, SOL_SOCKET, optionPeerGroups, &groups, &length) == 0 else { return [] }
    return Array(groups.prefix(Int(length) / 4))
  }

  /// Returns the peer's credentials; `nil` if the kernel does not tell.
  ///
  /// Reads `/proc` and the user database, which may block. The descriptor is closed.
  consuming func lookUp() -> PeerCredentials? {
    switch self {
    case .unknown: return nil
    case .tcp(let client, let server):
      guard let user = TCPTable.owner(of: client, to: server) else { return nil }
      return PeerCredentials(user: user, groups: UserDatabase.groups(of: user))
    case .local(let user, let group, let groups, let process, let handle):
      defer { if handle >= 0 { close(handle) } }
      var peer = PeerCredentials(
        user: user, groups: Set(groups).union([group]), process: process)
      let unit = ProcessFacts.unit(of: process)
      peer.name = ProcessFacts.name(of: process)
      // If another process had taken the number meanwhile, these facts would be that process's.
      guard ProcessFacts.isAlive(process, handle: handle, user: user) else {
        peer.name = nil
        return peer
      }
      peer.unit = unit
      return peer
    }
  }
}

/// What `/proc` tells about a process.
enum ProcessFacts {
  /// Returns the system's unit; `nil` for a process of a user's session.
  static func unit(of process: Int32) -> String? {
    guard let bytes = try? WholeFile.read("/proc/\(process)/cgroup", limit: 1 << 16) else {
      return nil
    }
    return unit(inControlGroups: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the unit in the lines of `/proc/PID/cgroup`; only root can move a process below `system.slice`.
  static func unit(inControlGroups text: String) -> String? {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      // Version 2, or systemd's own hierarchy of version 1.
      guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { continue }
      let path = fields[2].split(separator: "/")
      guard path.first == "system.slice" else { continue }
      return path.first { $0.hasSuffix(".service") }.map(String.init)
    }
    return nil
  }

  /// Returns the name that the process gives itself, which may be anything.
  static func name(of process: Int32) -> String? {
    guard let bytes = try? WholeFile.read("/proc/\(process)/comm", limit: 256) else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// Whether the number still refers to the process that connected.
  static func isAlive(_ process: Int32, handle: CInt, user: UInt32) -> Bool {
    if handle >= 0 {
      // Readable once the process has ended.
      var ended = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
      return poll(&ended, 1, 0) == 0
    }
    // Before Linux 6.5 there is no handle; this at least rules out a process of another user.
    var status = stat()
    return stat("/proc/\(process)", &status) == 0 && status.st_uid == user
  }
}

/// Looks up users and groups by name and number.
enum UserDatabase {
  private static let room = 1 << 16

  /// Returns the groups that a user is in after logging in.
  static func groups(of user: UInt32) -> Set<UInt32> {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      getpwuid_r(user, &entry, start, buffer.count, &found)
      guard found != nil, let name = entry.pw_name else { return [] }
      var groups = [gid_t](repeating: 0, count: 65_536)
      var count = CInt(groups.count)
      guard getgrouplist(name, entry.pw_gid, &groups, &count) >= 0 else { return [entry.pw_gid] }
      return Set(groups.prefix(Int(count)))
    }
  }

  /// Returns a user's number, given its name or number; `nil` if there is no user of that name.
  static func user(_ name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      getpwnam_r(name, &entry, start, buffer.count, &found)
      return found == nil ? nil : entry.pw_uid
    }
  }

  /// Returns a group's number, given its name or number; `nil` if there is no group of that name.
  static func group(_ name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var entry = Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      getgrnam_r(name, &entry, start, buffer.count, &found)
      return found == nil ? nil : entry.gr_gid
    }
  }

  /// Returns the name of a group; `nil` if it has none.
  static func name(ofGroup number: UInt32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var entry = Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      getgrgid_r(number, &entry, start, buffer.count, &found)
      guard found != nil, let name = entry.gr_name else { return nil }
      return String(cString: name)
    }
  }
}

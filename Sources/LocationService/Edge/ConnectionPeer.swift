// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// What the kernel says of the other end of a connection, taken while the connection is open.
enum ConnectionPeer: Sendable {
  /// Over a unix socket. The descriptor, -1 without one, refers to the process itself, whatever its number is later.
  case local(user: UInt32, group: UInt32, groups: [UInt32], process: Int32, handle: CInt)
  /// Over TCP: both ends.
  case tcp(client: TCPEndpoint, server: TCPEndpoint)
  case unknown

  // Not in Swift's Glibc, or only where GNU's extensions are.
  private static let optionPeerCredentials: CInt = 17
  private static let optionPeerGroups: CInt = 59
  private static let optionPeerProcess: CInt = 77

  /// Asks about a connected socket.
  init(_ socket: CInt) {
    if let client = TCPEndpoint(socket, getpeername), let server = TCPEndpoint(socket, getsockname)
    {
      self = .tcp(client: client, server: server)
      return
    }
    // Process, user and group.
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

  /// Lets go of what was kept to look it up.
  consuming func discard() {
    if case .local(_, _, _, _, let handle) = self, handle >= 0 { close(handle) }
  }

  private static func groups(_ socket: CInt) -> [UInt32] {
    // As many groups as a process can have.
    var groups = [UInt32](repeating: 0, count: 65_536)
    var length = socklen_t(groups.count * 4)
    guard getsockopt(socket, SOL_SOCKET, optionPeerGroups, &groups, &length) == 0 else { return [] }
    return Array(groups.prefix(Int(length) / 4))
  }

  /// Who it is; `nil` if the kernel does not say.
  ///
  /// Reads `/proc` and the user database, which may wait. The descriptor is closed.
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
      // Read of another process, that had taken the number, they would be worth nothing.
      guard ProcessFacts.isAlive(process, handle: handle, user: user) else {
        peer.name = nil
        return peer
      }
      peer.unit = unit
      return peer
    }
  }
}

/// What `/proc` says of a process.
enum ProcessFacts {
  /// The system's unit; `nil` for a process of a user's session.
  static func unit(of process: Int32) -> String? {
    guard let bytes = try? WholeFile.read("/proc/\(process)/cgroup", limit: 1 << 16) else {
      return nil
    }
    return unit(inControlGroups: String(decoding: bytes, as: UTF8.self))
  }

  /// The unit in the lines of `/proc/PID/cgroup`: what is below `system.slice` only root can enter.
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

  /// What the process calls itself, which may be anything.
  static func name(of process: Int32) -> String? {
    guard let bytes = try? WholeFile.read("/proc/\(process)/comm", limit: 256) else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// Whether the number still means the process that connected.
  static func isAlive(_ process: Int32, handle: CInt, user: UInt32) -> Bool {
    if handle >= 0 {
      // Readable once the process has ended.
      var ended = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
      return poll(&ended, 1, 0) == 0
    }
    // Before Linux 6.5; at least no process of another user takes its place.
    var status = stat()
    return stat("/proc/\(process)", &status) == 0 && status.st_uid == user
  }
}

/// Users and groups by name and number.
enum UserDatabase {
  private static let room = 1 << 16

  /// The groups that a user is in when they log in.
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

  /// A user by name or number; `nil` if there is none of that name.
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

  /// A group by name or number; `nil` if there is none of that name.
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

  /// The name of a group; `nil` if it has none.
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

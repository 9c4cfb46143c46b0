// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization

/// What the kernel knows about the other end of a connection, read while the connection is open.
enum ConnectionPeer: Sendable {
  /// Over a unix socket: the process by its number, 0 if it has ended, and by a descriptor that refers to it even if its
  /// number is reused, -1 before Linux 6.5.
  case local(user: UInt32, groups: Set<UInt32>?, process: Int32, handle: CInt)
  case tcp(TCPConnection)
  case unknown

  init(_ socket: CInt) {
    if let connection = TCPConnection(socket) {
      self = .tcp(connection)
      return
    }
    guard let peer = UnixPeer(socket) else {
      self = .unknown
      return
    }
    let handle = UnixPeer.handle(socket)
    self = .local(
      user: peer.user, groups: UnixPeer.groups(socket)?.union([peer.group]),
      process: handle == nil ? 0 : peer.process, handle: handle ?? -1)
  }

  /// The user, if the kernel tells at once.
  var user: UInt32? { if case .local(let user, _, _, _) = self { user } else { nil } }

  /// Releases what was kept for looking up the peer.
  func discard() {
    if case .local(_, _, _, let handle) = self, handle >= 0 { close(handle) }
  }

  /// Returns the credentials of each peer; `nil` where the kernel does not tell.
  ///
  /// Reads `/proc` and the user database, which may block. The descriptors are closed.
  static func lookUp(_ peers: [ConnectionPeer]) -> [PeerCredentials?] {
    let owners = TCPConnection.owners(
      of: peers.compactMap { if case .tcp(let connection) = $0 { connection } else { nil } })
    return peers.map { $0.credentials(owners) }
  }

  private func credentials(_ owners: [TCPConnection: UInt32]) -> PeerCredentials? {
    switch self {
    case .unknown: return nil
    case .tcp(let connection):
      guard let user = owners[connection] else { return nil }
      let groups = UserDatabase.user(user).map(UserDatabase.groups)
      return PeerCredentials(user: user, groups: groups, names: Self.names(user, groups))
    case .local(let user, let groups, let process, let handle):
      defer { if handle >= 0 { close(handle) } }
      var peer = PeerCredentials(
        user: user, groups: groups, names: Self.names(user, groups),
        process: process > 0 ? process : nil)
      let (unit, name) = (ProcessFacts.unit(of: process), ProcessFacts.name(of: process))
      // If another process had taken the number meanwhile, these facts would be that process's.
      if ProcessFacts.isAlive(process, handle: handle, user: user) {
        (peer.unit, peer.name) = (unit, name)
      }
      return peer
    }
  }

  /// Returns a user and all its groups by name; `nil` if one has none.
  private static func names(_ user: UInt32, _ groups: Set<UInt32>?) -> Set<PolicyClient>? {
    guard let groups, let name = UserDatabase.user(user)?.name else { return nil }
    var names: Set = [PolicyClient.user(name)]
    for group in groups {
      guard let name = UserDatabase.group(group)?.name else { return nil }
      names.insert(.group(name))
    }
    return names
  }
}

/// What `/proc` tells about a process.
enum ProcessFacts {
  static func unit(of process: Int32) -> PeerCredentials.Unit {
    let bytes = try? WholeFile.read("/proc/\(process)/cgroup", limit: 1 << 16)
    return unit(inControlGroups: String(decoding: bytes ?? [], as: UTF8.self))
  }

  /// Returns the unit in the lines of `/proc/PID/cgroup`.
  ///
  /// Outside `user.slice`, only root can move a process into another slice or unit. What is below a unit was made by that
  /// unit, and may have any name.
  static func unit(inControlGroups text: String) -> PeerCredentials.Unit {
    var unit = PeerCredentials.Unit.unknown
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      // Version 2, or systemd's own hierarchy of version 1.
      guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { continue }
      let path = fields[2].split(separator: "/")
      // Neither a container's own root, which hides the unit, nor what is outside it.
      guard let first = path.first, first != ".." else { continue }
      unit = .none
      guard first != "user.slice", let name = path.first(where: { !$0.hasSuffix(".slice") }),
        name.hasSuffix(".service")
      else { continue }
      // Names that mean something else to the kernel begin with an underscore.
      return .named(String(name.first == "_" ? name.dropFirst() : name))
    }
    return unit
  }

  /// Returns the name that the process gives itself, which may be anything.
  static func name(of process: Int32) -> String? {
    guard let bytes = try? WholeFile.read("/proc/\(process)/comm", limit: 256) else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// Whether the number still refers to the process that connected.
  static func isAlive(_ process: Int32, handle: CInt, user: UInt32) -> Bool {
    // Readable once the process has ended.
    if handle >= 0 { return firstReadable(of: handle, until: .zero) == nil }
    // Before Linux 6.5 there is no handle; this at least rules out a process of another user.
    return stat(of: "/proc/\(process)")?.st_uid == user
  }
}

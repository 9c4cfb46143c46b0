// Core Location for Linux. SPDX-License-Identifier: MIT

/// Determines who may read a device node by its owner, group and access control list, as the kernel does (acl(5)).
package struct NodeAccess: Hashable, Sendable {
  var owner: UInt32
  var group: UInt32
  /// What its mode allows the owner, the group and all others; with an access control list, its entries for these
  /// replace it.
  var ownerReads: Bool
  var groupReads: Bool
  var othersRead: Bool
  var users: [UInt32: Bool] = [:]
  var groups: [UInt32: Bool] = [:]
  /// The most that the group and the entries for single users and groups may do; `nil` without a list.
  var mask: Bool?

  /// - Parameter list: the attribute `system.posix_acl_access`; empty without one.
  package init(owner: UInt32, group: UInt32, mode: UInt32, list: [UInt8] = []) {
    (self.owner, self.group) = (owner, group)
    ownerReads = mode & 0o400 != 0
    groupReads = mode & 0o040 != 0
    othersRead = mode & 0o004 != 0
    readList(list)
  }

  /// Reads entries of 8 bytes, little-endian, after a version of 4 bytes: tag, permissions, user or group.
  private mutating func readList(_ list: [UInt8]) {
    func number(_ position: Int, _ count: Int) -> UInt32 {
      (0..<count).reduce(0) { $0 | UInt32(list[position + $1]) << (8 * UInt32($1)) }
    }
    guard list.count >= 4, number(0, 4) == 2 else { return }
    for entry in stride(from: 4, through: list.count - 8, by: 8) {
      let (reads, id) = (number(entry + 2, 2) & 4 != 0, number(entry + 4, 4))
      switch number(entry, 2) {
      case 0x01: ownerReads = reads
      case 0x02: users[id] = reads
      case 0x04: groupReads = reads
      case 0x08: groups[id] = reads
      case 0x10: mask = reads
      case 0x20: othersRead = reads
      default: break
      }
    }
  }

  package func permits(_ peer: PeerCredentials) -> Bool {
    if peer.user == 0 { return true }
    if peer.user == owner { return ownerReads }
    let most = mask ?? true
    if let reads = users[peer.user] { return reads && most }
    guard let peerGroups = peer.groups else {
      // Whichever groups these are.
      return othersRead && groupReads && most && groups.values.allSatisfy(\.self)
    }
    var isInGroup = false
    if peerGroups.contains(group) {
      if groupReads, most { return true }
      isInGroup = true
    }
    for (id, reads) in groups where peerGroups.contains(id) {
      if reads, most { return true }
      isInGroup = true
    }
    return isInGroup ? false : othersRead
  }

  /// A group whose members may read the node; `nil` if no group may.
  var admittedGroup: UInt32? { groupReads && mask ?? true ? group : nil }
}

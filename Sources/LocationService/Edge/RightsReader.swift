// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LocationAuthorization

/// Reads the administrator's policy and the permissions of the receiver's device node.
///
/// Used on a single thread, since the user database may wait for the network.
final class RightsReader {
  private let file: PolicyFile
  private var policy: AdministratorPolicy?
  private var resolved = AccessRules.Policy()
  private var nodes: [String: NodeAccess] = [:]
  private var groupNames: [UInt32: String] = [:]
  private let users: (String) -> UInt32?
  private let groups: (String) -> UInt32?
  /// Whether a rule names an unknown user or group: the user database may not have been available yet.
  private var hasUnknown = false

  /// - Parameters:
  ///   - users: returns a user's number, given its name or number.
  ///   - groups: returns a group's number, given its name or number.
  init(
    _ file: PolicyFile, users: @escaping (String) -> UInt32? = UserDatabase.user,
    groups: @escaping (String) -> UInt32? = UserDatabase.group
  ) {
    self.file = file
    self.users = users
    self.groups = groups
  }

  /// Returns the present rules.
  ///
  /// - Parameter node: the device node in question; while it is absent, its last known permissions are kept.
  func read(node: String?) -> AccessRules {
    do throws(AuthorizationError) {
      let read = try file.read().policy
      if read != policy || hasUnknown { resolve(read) }
    } catch {
      policy = nil
      resolved = AccessRules.Policy()
      resolved.fault = error.description
    }
    if let node, let access = NodeAccess(path: node) { nodes[node] = access }
    var rules = AccessRules(policy: resolved, nodes: nodes, ownUser: geteuid())
    for group in nodes.values.compactMap(\.admittedGroup) where groupNames[group] == nil {
      groupNames[group] = UserDatabase.name(ofGroup: group)
    }
    rules.groupNames = groupNames
    return rules
  }

  private func resolve(_ policy: AdministratorPolicy) {
    self.policy = policy
    resolved = AccessRules.Policy()
    resolved.servicesEnabled = policy.servicesEnabled
    hasUnknown = false
    for (client, rule) in policy.clients {
      switch client {
      case .user(let name):
        if let user = users(name) { resolved.users[user] = rule } else { hasUnknown = true }
      case .group(let name):
        if let group = groups(name) { resolved.groups[group] = rule } else { hasUnknown = true }
      case .unit(let name): resolved.units[name] = rule
      }
    }
  }
}

// Missing from Swift's Glibc.
@_extern(c) private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer,
  _ size: Int
) -> Int

extension NodeAccess {
  /// Reads the permissions of a device node; `nil` if it does not exist.
  fileprivate init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    var list = [UInt8](repeating: 0, count: 1 << 16)
    let count = getxattr(path, "system.posix_acl_access", &list, list.count)
    self.init(
      owner: status.st_uid, group: status.st_gid, mode: status.st_mode,
      list: Array(list.prefix(max(0, count))))
  }
}

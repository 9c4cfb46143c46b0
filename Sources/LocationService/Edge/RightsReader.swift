// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
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
  /// The numbers of users and groups, as the user database has told them last.
  private var numbers: [PolicyClient: UInt32] = [:]

  /// - Parameters users, groups: return a number, given a name or a number.
  init(
    _ file: PolicyFile,
    users: @escaping (String) -> UInt32? = { UInt32($0) ?? UserDatabase.user(named: $0)?.number },
    groups: @escaping (String) -> UInt32? = { UInt32($0) ?? UserDatabase.group(named: $0)?.number }
  ) {
    self.file = file
    self.users = users
    self.groups = groups
  }

  /// Returns the present rules.
  ///
  /// - Parameter paths: the device nodes in question; while one is absent, its last known permissions are kept.
  func read(nodes paths: [String]) -> AccessRules {
    do throws(AuthorizationError) {
      let read = try file.read().policy
      if read != policy || !resolved.unresolved.isEmpty { resolve(read) }
    } catch {
      policy = nil
      resolved = AccessRules.Policy()
      resolved.fault = error.description
    }
    for path in paths { nodes[path] = NodeAccess(path: path) ?? nodes[path] }
    var rules = AccessRules(policy: resolved, nodes: nodes, ownUser: geteuid())
    for group in nodes.values.compactMap(\.admittedGroup) where groupNames[group] == nil {
      groupNames[group] = UserDatabase.group(group)?.name
    }
    rules.groupNames = groupNames
    return rules
  }

  /// Looks up the users and groups that a policy names.
  ///
  /// While the policy stays the same, only those that are not known yet are looked up again: the user database may not
  /// have been available.
  private func resolve(_ new: AdministratorPolicy) {
    for client in new.clients.keys where new != policy || numbers[client] == nil {
      switch client {
      case .user(let name): numbers[client] = users(name) ?? numbers[client]
      case .group(let name): numbers[client] = groups(name) ?? numbers[client]
      case .unit: break
      }
    }
    policy = new
    resolved = AccessRules.Policy()
    resolved.servicesEnabled = new.servicesEnabled
    for (client, rule) in new.clients { resolved.add(rule, for: client, number: numbers[client]) }
  }
}

extension NodeAccess {
  /// Reads the permissions of a device node; `nil` if it does not exist.
  fileprivate init?(path: String) {
    guard let status = stat(of: path), let list = AccessControlList.read(path) else { return nil }
    self.init(owner: status.st_uid, group: status.st_gid, mode: status.st_mode, list: list)
  }
}

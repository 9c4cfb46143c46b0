// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationAuthorization

/// Who may know what, as the administrator and the receiver's device node have it now.
package struct AccessRules: Hashable, Sendable {
  /// What of the administrator's policy is about clients, with users and groups by number.
  package struct Policy: Hashable, Sendable {
    package var servicesEnabled = true
    package var users: [UInt32: AdministratorPolicy.Rule] = [:]
    package var groups: [UInt32: AdministratorPolicy.Rule] = [:]
    package var units: [String: AdministratorPolicy.Rule] = [:]
    /// Why the policy cannot be read; nobody is allowed anything then.
    package var fault: String?

    package init() {}
  }

  package var policy: Policy
  /// By path, the device nodes that have been looked at.
  package var nodes: [String: NodeAccess]
  /// The user that the service runs as, who has the receiver open already.
  package var ownUser: UInt32
  /// Groups by number, for messages.
  package var groupNames: [UInt32: String] = [:]

  package init(policy: Policy = Policy(), nodes: [String: NodeAccess] = [:], ownUser: UInt32) {
    self.policy = policy
    self.nodes = nodes
    self.ownUser = ownUser
  }
}

/// What the right to read a receiver hangs on where no policy says anything.
package enum ReceiverGate: Hashable, Sendable {
  /// Not known before a receiver has been found.
  case unknown
  /// Who may read this device node may read the receiver.
  case node(String)
  /// No node of this machine: a recording, or a receiver that the service's user has named elsewhere.
  case own(name: String)

  /// What the receiver is called; `nil` before it is known.
  var name: String? {
    switch self {
    case .unknown: nil
    case .node(let name), .own(let name): name
    }
  }
}

/// What a client may, and why not.
package enum Standing: Hashable, Sendable {
  /// Not decided: it is not known yet who it is, or what the receiver is.
  case pending
  /// The reason, and what to do about it.
  case refused(String)
  case allowed(AuthorizedAccuracy)

  /// What it may know.
  package var exposure: Exposure {
    if case .allowed(let accuracy) = self { Exposure(accuracy) } else { .nothing }
  }

  var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension AccessRules {
  /// What a peer may.
  ///
  /// - Parameter peer: `nil` if the kernel does not say who it is.
  package func standing(of peer: PeerCredentials?, at gate: ReceiverGate) -> Standing {
    if let fault = policy.fault { return .refused(fault) }
    guard policy.servicesEnabled else {
      return .refused("location services are switched off in \(AccessRules.policyPath)")
    }
    guard let peer else {
      return .refused(
        "it is not known which user this connection belongs to; connect from this machine")
    }
    if let rule = rule(for: peer) {
      guard rule.status.isAuthorized else {
        return .refused("\(AccessRules.policyPath) denies it")
      }
      return .allowed(rule.accuracy ?? .full)
    }
    if peer.user == 0 || peer.user == ownUser { return .allowed(.full) }
    switch gate {
    case .unknown: return .pending
    case .own(let name):
      return .refused(
        "\(name) is read by user \(ownUser) alone; to allow it, \(addition(for: peer))")
    case .node(let path):
      guard let node = nodes[path] else { return .pending }
      return node.permits(peer) ? .allowed(.full) : .refused(refusal(of: peer, by: node, path))
    }
  }

  /// The rule that counts: of those that match, one that denies, else that of the unit, the user, or the groups.
  private func rule(for peer: PeerCredentials) -> AdministratorPolicy.Rule? {
    let ofGroups = peer.groups.sorted().compactMap { policy.groups[$0] }
    let matching =
      [peer.unit.flatMap { policy.units[$0] }, policy.users[peer.user]].compactMap(\.self)
      + ofGroups.sorted { ($0.accuracy ?? .full) == .full && $1.accuracy == .reduced }
    return matching.first { !$0.status.isAuthorized } ?? matching.first
  }

  private func refusal(of peer: PeerCredentials, by node: NodeAccess, _ path: String) -> String {
    let cause = "user \(peer.user) may not read \(path)"
    guard let group = node.admittedGroup, group != 0 else {
      return "\(cause); to allow it, \(addition(for: peer))"
    }
    return "\(cause); run \"sudo usermod -aG \(groupNames[group] ?? String(group)) "
      + "$(id -un \(peer.user))\" and start the program anew, or \(addition(for: peer))"
  }

  private func addition(for peer: PeerCredentials) -> String {
    "add \"user:\(peer.user)\" to \"clients\" in \(AccessRules.policyPath)"
  }

  private static var policyPath: String { AuthorizationDirectories.defaultPolicy }
}

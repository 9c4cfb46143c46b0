// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import LocationAuthorization

/// Decides what each client may see, by the administrator's policy and the receiver's device node as they are now.
package struct AccessRules: Hashable, Sendable {
  /// The part of the administrator's policy that concerns clients, with users and groups by number.
  package struct Policy: Hashable, Sendable {
    package var servicesEnabled = true
    package var users: [UInt32: AdministratorPolicy.Rule] = [:]
    package var groups: [UInt32: AdministratorPolicy.Rule] = [:]
    package var units: [String: AdministratorPolicy.Rule] = [:]
    /// The rules for users and groups whose numbers the user database does not tell.
    package var unresolved: [PolicyClient: AdministratorPolicy.Rule] = [:]
    /// Why the policy cannot be read; no client is allowed anything then.
    package var fault: String?

    /// Adds a rule; where another name of the same user or group has one already, both limit it.
    mutating func add(_ rule: AdministratorPolicy.Rule, for client: PolicyClient, number: UInt32?) {
      switch (client, number) {
      case (.unit(let name), _): units[name] = rule
      case (.user, let number?): users[number] = users[number]?.limited(by: rule) ?? rule
      case (.group, let number?): groups[number] = groups[number]?.limited(by: rule) ?? rule
      case (_, nil): unresolved[client] = rule
      }
    }
  }

  package var policy = Policy()
  package var nodes: [String: NodeAccess] = [:]
  /// The user as which the service runs, and who has the receiver open already.
  package var ownUser: UInt32
  package var groupNames: [UInt32: String] = [:]
}

extension AccessRules {
  /// Returns what a peer is allowed; `nil` is one that the kernel does not name.
  package func access(of peer: PeerCredentials?, at gate: ReceiverGate) -> ClientAccess {
    if let fault = policy.fault { return .refused(fault) }
    guard policy.servicesEnabled else {
      return .refused("location services are switched off in \(AccessRules.policyPath)")
    }
    guard let peer else {
      return .refused(
        "it is not known which user this connection belongs to; connect from this machine")
    }
    let rule = rule(for: peer)
    if rule?.status == .restricted { return .refused("\(AccessRules.policyPath) denies it") }
    let doubts = doubts(about: peer)
    if let doubt = doubts.first(where: { $0.rule.status == .restricted }) {
      return .refused(doubt.reason)
    }
    let access = rule.map { .allowed($0.accuracy ?? .full) } ?? access(of: peer, byPortOf: gate)
    let isReduced = doubts.contains { $0.rule.accuracy == .reduced }
    return isReduced && access == .allowed(.full) ? .allowed(.reduced) : access
  }

  /// Returns what may be sent to an address where everybody can receive it.
  ///
  /// That is no more than the service's own user may see, and nobody may be among those who receive it whom the policy
  /// denies the location, or allows only reduced accuracy.
  func accessOfEverybody(at gate: ReceiverGate) -> ClientAccess {
    let owner = PeerCredentials(user: ownUser, names: [], unit: .none)
    let access = access(of: owner, at: gate)
    let rules =
      [policy.users, policy.groups].flatMap(\.values) + policy.units.values
      + policy.unresolved.values
    if access.disclosure != .nothing, rules.contains(where: { $0.status == .restricted }) {
      return .refused(
        "\(AccessRules.policyPath) denies somebody, and anybody can receive datagrams")
    }
    let isReduced = rules.contains { $0.accuracy == .reduced }
    return isReduced && access == .allowed(.full) ? .allowed(.reduced) : access
  }

  /// Returns what a peer is allowed where the policy says nothing about it.
  private func access(of peer: PeerCredentials, byPortOf gate: ReceiverGate) -> ClientAccess {
    if peer.user == 0 || peer.user == ownUser { return .allowed(.full) }
    switch gate {
    case .unknown: return .pending
    case .own:
      return .refused(
        "the receiver is read by user \(ownUser) alone; to allow it, \(addition(for: peer))")
    case .node(let path):
      guard let node = nodes[path] else { return .pending }
      return node.permits(peer) ? .allowed(.full) : .refused(refusal(of: peer, by: node, path))
    }
  }

  /// Returns the rule that applies: of those that match, one that denies, else that of the unit, the user, or the
  /// groups.
  private func rule(for peer: PeerCredentials) -> AdministratorPolicy.Rule? {
    let ofGroups = (peer.groups ?? []).sorted().compactMap { policy.groups[$0] }
    var matching =
      [policy.users[peer.user]].compactMap(\.self)
      + ofGroups.sorted { ($0.accuracy ?? .full) == .full && $1.accuracy == .reduced }
    if case .named(let unit) = peer.unit, let rule = policy.units[unit] {
      matching.insert(rule, at: 0)
    }
    return matching.first { $0.status == .restricted } ?? matching.first
  }

  /// Returns the rules of which it is not known whether they apply, and why: they allow nothing, but their limits hold.
  private func doubts(
    about peer: PeerCredentials
  ) -> [(rule: AdministratorPolicy.Rule, reason: String)] {
    let path = AccessRules.policyPath
    var doubts = policy.unresolved.filter { peer.names?.contains($0.key) != false }
      .sorted { "\($0.key)" < "\($1.key)" }
      .map { client, rule in
        let name = "\(client)".escapedForTerminal
        return (
          rule,
          "\(path) denies \"\(name)\", and the user database does not say whether user \(peer.user)"
            + " is meant; write the number into the policy"
        )
      }
    if peer.unit == .unknown {
      let reason =
        "\(path) denies some units, and it is not known which one connects; connect to the unix"
        + " socket, from a process that keeps running"
      doubts += policy.units.values.map { ($0, reason) }
    }
    if peer.groups == nil {
      let reason =
        "\(path) denies some groups, and the user database does not tell which ones"
        + " user \(peer.user) is in; connect to the unix socket"
      doubts += policy.groups.values.map { ($0, reason) }
    }
    return doubts
  }

  private func refusal(of peer: PeerCredentials, by node: NodeAccess, _ path: String) -> String {
    let cause = "user \(peer.user) may not read \(path)"
    guard let group = node.admittedGroup, group != 0 else {
      return "\(cause); to allow it, \(addition(for: peer))"
    }
    return "\(cause); run \"sudo usermod -aG \(groupNames[group] ?? String(group)) "
      + "$(id -un \(peer.user))\" and restart the program, or \(addition(for: peer))"
  }

  private func addition(for peer: PeerCredentials) -> String {
    "add \"user:\(peer.user)\" to \"clients\" in \(AccessRules.policyPath)"
  }

  private static var policyPath: String { AuthorizationDirectories.defaultPolicy }
}

package enum ClientAccess: Hashable, Sendable {
  /// Not decided, because the client's identity or the receiver is not known yet.
  case pending
  /// The reason, and what to do about it.
  case refused(String)
  case allowed(AuthorizedAccuracy)

  /// How much the client may see.
  package var disclosure: Disclosure {
    if case .allowed(let accuracy) = self { Disclosure(accuracy) } else { .nothing }
  }

  var isRefused: Bool { if case .refused = self { true } else { false } }
}

/// Who is at the other end of a connection, according to the kernel.
package struct PeerCredentials: Hashable, Sendable {
  /// The systemd unit that a process belongs to.
  package enum Unit: Hashable, Sendable {
    /// A service of the system, such as `weather.service`.
    case named(String)
    /// The process is in no service of the system, but in a user's session, for example.
    case none
    /// The kernel does not tell: over TCP, for a process that has ended, and if the service is in a container.
    case unknown
  }

  package var user: UInt32
  /// The groups that the user is in; `nil` if the user database does not tell.
  package var groups: Set<UInt32>? = []
  /// The user and all of its groups by name; `nil` if the user database does not tell the name of one.
  package var names: Set<PolicyClient>?
  /// The process that connected; `nil` over TCP.
  ///
  /// It may have passed the connection to another process.
  package var process: Int32?
  package var unit = Unit.unknown
  /// The name that the process gives itself; only for people.
  package var name: String?
}

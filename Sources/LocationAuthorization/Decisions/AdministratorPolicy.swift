// Core Location for Linux. SPDX-License-Identifier: MIT

/// The administrator's settings for the whole machine and for single applications.
package struct AdministratorPolicy: Hashable, Sendable {
  /// The setting for one application.
  package struct Rule: Hashable, Sendable {
    /// `restricted`, `authorizedWhenInUse` or `authorizedAlways`.
    package var status: AuthorizationStatus
    /// The accuracy unless the person has decided; `nil` if the administrator does not specify one, either.
    package var accuracy: AuthorizedAccuracy?

    package init(_ status: AuthorizationStatus, accuracy: AuthorizedAccuracy? = nil) {
      self.status = status
      self.accuracy = accuracy
    }
  }

  /// Whether location services are enabled on this machine.
  package var servicesEnabled = true
  /// The rules by application.
  package var rules: [ApplicationIdentifier: Rule] = [:]
  /// Whether applications without a rule are restricted.
  package var restrictsOthers = false
  /// The rules by client of the location service, identified by what the kernel reports.
  package var clients: [PolicyClient: Rule] = [:]

  package init(
    servicesEnabled: Bool = true, rules: [ApplicationIdentifier: Rule] = [:],
    restrictsOthers: Bool = false, clients: [PolicyClient: Rule] = [:]
  ) {
    self.servicesEnabled = servicesEnabled
    self.rules = rules
    self.restrictsOthers = restrictsOthers
    self.clients = clients
  }

  /// Returns the rule for an application; `nil` if there is none.
  ///
  /// A restriction of its executable applies under any name by which it is run.
  package func rule(for application: ApplicationIdentity) -> Rule? {
    let isRestricted = rules.contains { name, rule in
      rule.status == .restricted
        && (name == application.identifier || application.executable?.isNamed(name) == true)
    }
    if isRestricted { return Rule(.restricted) }
    return rules[application.identifier] ?? (restrictsOthers ? Rule(.restricted) : nil)
  }

  /// The restrictions of this policy, without its grants.
  ///
  /// A client limited to reduced accuracy is restricted, since it must not get full accuracy instead.
  var withoutGrants: AdministratorPolicy {
    var policy = self
    policy.rules = rules.filter { $0.value.status == .restricted }
    policy.clients = clients.compactMapValues {
      $0.status == .restricted || $0.accuracy == .reduced ? Rule(.restricted) : nil
    }
    return policy
  }
}

extension AdministratorPolicy: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case version
    case servicesEnabled
    case rules = "applications"
    case others
    case clients
  }

  package init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: CodingKeys.self)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    try FormatVersion.check(members.decode(Int.self, forKey: .version), in: decoder)
    servicesEnabled = try members.decodeIfPresent(Bool.self, forKey: .servicesEnabled) ?? true
    if members.contains(.rules), try !members.decodeNil(forKey: .rules) {
      rules = try members.decodeByApplication(Rule.self, forKey: .rules)
    }
    let others = try members.decodeIfPresent(AuthorizationStatus.self, forKey: .others)
    guard others == nil || others == .restricted else {
      throw DecodingError.dataCorruptedError(
        forKey: .others, in: members, debugDescription: "only restricted is a rule for all others")
    }
    restrictsOthers = others == .restricted
    let named = try members.decodeIfPresent([String: Rule].self, forKey: .clients) ?? [:]
    for (name, rule) in named {
      guard let client = PolicyClient(name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .clients, in: members,
          debugDescription: "\(name) is none of user:NAME, group:NAME and unit:NAME.service")
      }
      clients[client] = rule
    }
  }
}

extension AdministratorPolicy.Rule: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case status
    case accuracy
  }

  package init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: CodingKeys.self)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    status = try members.decode(AuthorizationStatus.self, forKey: .status)
    accuracy = try members.decodeIfPresent(AuthorizedAccuracy.self, forKey: .accuracy)
    guard status == .restricted || status.isAuthorized else {
      throw DecodingError.dataCorruptedError(
        forKey: .status, in: members, debugDescription: "\(status.rawValue) is not a rule")
    }
  }
}

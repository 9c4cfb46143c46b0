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

    /// Returns what two rules for the same client or program allow together: of each member, the stricter.
    package func limited(by other: Rule) -> Rule {
      let strictestFirst = [AuthorizationStatus.restricted, .authorizedWhenInUse]
      let accuracies = [accuracy, other.accuracy].compactMap(\.self)
      return Rule(
        strictestFirst.first { $0 == status || $0 == other.status } ?? status,
        accuracy: accuracies.contains(.reduced) ? .reduced : accuracies.first)
    }
  }

  package var servicesEnabled = true
  package var rules: [ApplicationIdentifier: Rule] = [:]
  /// Whether applications without a rule are restricted.
  package var restrictsOthers = false
  /// The rules by client of the location service, identified by what the kernel reports.
  package var clients: [PolicyClient: Rule] = [:]

  /// Returns the rule for an application; `nil` if there is none.
  ///
  /// A rule for its executable limits it under any name by which it is run, and allows it nothing under another.
  package func rule(for application: ApplicationIdentity) -> Rule? {
    let own = rules[application.identifier] ?? (restrictsOthers ? Rule(.restricted) : nil)
    let limits = rules.filter { application.executable?.isNamed($0.key) == true }.values
    if let own { return limits.reduce(own) { $0.limited(by: $1) } }
    return limits.contains { $0.status == .restricted } ? Rule(.restricted) : nil
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
  private enum CodingKeys: String, CodingKey {
    case version
    case servicesEnabled
    case rules = "applications"
    case others
    case clients
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
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
    guard members.contains(.clients), try !members.decodeNil(forKey: .clients) else { return }
    for (name, rule) in try members.decodeByApplication(Rule.self, forKey: .clients) {
      guard let client = PolicyClient(name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .clients, in: members,
          debugDescription: "\(name) is not user:NAME, group:NAME or unit:NAME.service")
      }
      guard clients.updateValue(rule, forKey: client) == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .clients, in: members, debugDescription: "\(name) is there twice")
      }
    }
  }
}

extension AdministratorPolicy.Rule: Decodable {
  private enum CodingKeys: CodingKey { case status, accuracy }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    status = try members.decode(AuthorizationStatus.self, forKey: .status)
    accuracy = try members.decodeIfPresent(AuthorizedAccuracy.self, forKey: .accuracy)
    guard status == .restricted || status.isAuthorized else {
      throw DecodingError.dataCorruptedError(
        forKey: .status, in: members, debugDescription: "\(status.rawValue) is not a rule")
    }
  }
}

/// A client of the location service to which an administrator's rule applies.
package enum PolicyClient: Hashable, Sendable {
  /// The programs of a user, by name or number.
  case user(String)
  /// The programs of all users in a group, by name or number.
  case group(String)
  /// A system service, by its systemd unit: `weather.service`.
  case unit(String)

  /// Reads `user:NAME`, `group:NAME` or `unit:NAME.service`, in UTF-8; `nil` for anything else.
  init?(_ text: ApplicationIdentifier) {
    guard let text = String(validating: text.bytes, as: UTF8.self),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let name = String(text[text.index(after: colon)...])
    guard !name.isEmpty else { return nil }
    switch text[..<colon] {
    case "user": self = .user(name)
    case "group": self = .group(name)
    // No other kind has processes that a rule could be about.
    case "unit" where name.hasSuffix(".service"): self = .unit(name)
    default: return nil
    }
  }
}

extension PolicyClient: CustomStringConvertible {
  package var description: String {
    switch self {
    case .user(let name): "user:\(name)"
    case .group(let name): "group:\(name)"
    case .unit(let name): "unit:\(name)"
    }
  }
}

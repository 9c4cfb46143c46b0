// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the administrator says about the whole machine and about single applications.
package struct AdministratorPolicy: Hashable, Sendable {
  /// What is said about one application.
  package struct Rule: Hashable, Sendable {
    /// `restricted`, `authorizedWhenInUse` or `authorizedAlways`.
    package var status: AuthorizationStatus
    /// How exactly, as long as the person has not said; `nil` if the administrator does not say either.
    package var accuracy: AuthorizedAccuracy?

    package init(_ status: AuthorizationStatus, accuracy: AuthorizedAccuracy? = nil) {
      self.status = status
      self.accuracy = accuracy
    }
  }

  /// Whether there are location services on this machine.
  package var servicesEnabled = true
  /// By application.
  package var rules: [String: Rule] = [:]

  package init(servicesEnabled: Bool = true, rules: [String: Rule] = [:]) {
    self.servicesEnabled = servicesEnabled
    self.rules = rules
  }
}

extension AdministratorPolicy: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case version
    case servicesEnabled
    case rules = "applications"
  }

  package init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: CodingKeys.self)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    try FormatVersion.check(members.decode(Int.self, forKey: .version), in: decoder)
    servicesEnabled = try members.decodeIfPresent(Bool.self, forKey: .servicesEnabled) ?? true
    rules = try members.decodeIfPresent([String: Rule].self, forKey: .rules) ?? [:]
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
        forKey: .status, in: members, debugDescription: "\(status.rawValue) is no rule")
    }
  }
}

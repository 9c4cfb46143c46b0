// Core Location for Linux. SPDX-License-Identifier: MIT

/// What is stored about one application: the person's decision and the administrator's policy.
package struct AuthorizationRecords: Hashable, Sendable {
  /// The person's decision; `nil` if there is none, or if it cannot be read.
  package var decision: Decision?
  package var servicesEnabled = true
  /// The administrator's rule; `nil` if there is none for this application.
  package var rule: AdministratorPolicy.Rule?
  /// Why nothing can be authorized, for example because a file is damaged; one line.
  package var obstacle: String?

  package init(
    decision: Decision? = nil, servicesEnabled: Bool = true,
    rule: AdministratorPolicy.Rule? = nil, obstacle: String? = nil
  ) {
    self.decision = decision
    self.servicesEnabled = servicesEnabled
    self.rule = rule
    self.obstacle = obstacle
  }

  /// The resulting status, for a process without a temporary permission.
  package var status: AuthorizationStatus {
    if !servicesEnabled { return .denied }
    if rule?.status == .restricted { return .restricted }
    if decision?.answer == .denied { return .denied }
    if obstacle != nil { return .notDetermined }
    return switch decision?.answer {
    case .authorizedWhenInUse: .authorizedWhenInUse
    case .authorizedAlways: .authorizedAlways
    case .denied, .once, .notDetermined, nil: rule?.status ?? .notDetermined
    }
  }

  /// Full, unless the person or else the administrator has decided otherwise.
  package var accuracy: AuthorizedAccuracy { decision?.accuracy ?? rule?.accuracy ?? .full }
}

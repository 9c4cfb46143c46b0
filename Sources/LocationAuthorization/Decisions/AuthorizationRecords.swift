// Core Location for Linux. SPDX-License-Identifier: MIT

/// What is kept about one application: the person's decision and the administrator's policy.
package struct AuthorizationRecords: Hashable, Sendable {
  /// The person's; `nil` if there is none, or if it cannot be read.
  package var decision: Decision?
  /// Whether there are location services on this machine.
  package var servicesEnabled = true
  /// The administrator's; `nil` if nothing is said about this application.
  package var rule: AdministratorPolicy.Rule?
  /// Why nothing can be authorized, as a file is damaged; one line.
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

  /// What follows for a process that has nothing of its own.
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

  /// Full, unless somebody has said otherwise: the person before the administrator.
  package var accuracy: AuthorizedAccuracy { decision?.accuracy ?? rule?.accuracy ?? .full }
}

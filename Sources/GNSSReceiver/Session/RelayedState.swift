// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols

/// What a program that has a receiver says about it.
struct RelayedState {
  /// The last state of its receiver; `nil` before the first.
  var report: StateReport?
  /// What this program may know; `nil` before the program has said so.
  var authorization: ServiceAuthorization?

  /// What follows from both.
  var state: ReceiverState {
    if let authorization, authorization.status == .denied {
      return .denied(
        authorization.text ?? "the location service does not allow this user the location")
    }
    guard var report else { return .opening }
    report.isReduced = authorization?.accuracy == .reduced
    return .relayed(report)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// An action that follows from an event for ``AuthorizationMachine``.
package enum AuthorizationEffect: Hashable, Sendable {
  /// Show this question; no other is shown.
  case ask(Question)
  case withdraw
  /// Store the decision, if the stored one is still the one to replace.
  case store(Decision, replacing: Decision?)
  /// Store the decision, from which Once has been removed, if the stored one is still the one to replace.
  case claimOnce(Decision, replacing: Decision)
  case notify(Authorization)
  /// Complete a request for temporary full accuracy; `nil` if it is granted.
  case complete(request: Int, TemporaryAccuracyError?)
  /// Answer whether an event that requires Always may be delivered.
  case settle(request: Int, isAlways: Bool)
  /// Open the page of the desktop's settings that has this address.
  case openSettings(String)
  /// Write a line for the user who runs the application; not escaped.
  case log(String)

  /// Whether it answers a request of the application.
  var isAnswer: Bool {
    switch self {
    case .complete, .settle: true
    default: false
    }
  }
}

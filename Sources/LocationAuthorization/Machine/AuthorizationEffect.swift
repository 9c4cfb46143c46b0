// Core Location for Linux. SPDX-License-Identifier: MIT

/// What ``AuthorizationMachine`` wants done.
package enum AuthorizationEffect: Hashable, Sendable {
  /// Show this question; there is no other.
  case ask(Question)
  /// Withdraw the question.
  case withdraw
  /// Keep the decision, if what is kept is still what it replaces.
  case store(Decision, replacing: Decision?)
  /// Keep the decision, from which the mark Once is gone, if what is kept is still what it replaces.
  case claimOnce(Decision, replacing: Decision)
  /// Notify every observer of how the application stands now.
  case notify(Authorization)
  /// End a request for full accuracy for a while; `nil` if it is given.
  case complete(request: Int, TemporaryAccuracyError?)
  /// Say whether what needs Always may be told.
  case settle(request: Int, isAlways: Bool)
  /// Write a line for whoever runs the application; not escaped.
  case log(String)
}

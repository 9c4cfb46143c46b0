// Core Location for Linux. SPDX-License-Identifier: MIT

package enum AuthorizationOutcome: Hashable, Sendable {
  case chosen(Question.Choice)
  /// The person did not answer. Nothing changes, and the application may ask again.
  case unanswered
  /// The question could not be shown, because there is no terminal.
  case unavailable
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// How a question ended.
package enum AuthorizationOutcome: Hashable, Sendable {
  /// With an answer, one of the question's choices.
  case chosen(Question.Choice)
  /// Without one: the person did not want to say. Nothing changes, and the application may ask again.
  case unanswered
  /// It could not be shown, as there is no terminal.
  case unavailable
}

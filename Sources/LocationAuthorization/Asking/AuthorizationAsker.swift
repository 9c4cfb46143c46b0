// Core Location for Linux. SPDX-License-Identifier: MIT

/// Shows questions to the person, on the terminal or in an application's own window.
package protocol AuthorizationAsker: Sendable {
  /// Shows a question, and returns at once.
  ///
  /// Only one question is shown at a time. `answer` is called once, on any thread, unless the question was withdrawn.
  func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void)

  /// Withdraws the question that is shown, which needs no answer any more; returns at once.
  func withdraw()
}

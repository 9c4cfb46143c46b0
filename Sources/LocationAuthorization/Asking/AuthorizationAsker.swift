// Core Location for Linux. SPDX-License-Identifier: MIT

/// Who shows questions to the person: the terminal, or an application's own window.
package protocol AuthorizationAsker: Sendable {
  /// Shows a question, and returns at once.
  ///
  /// One is shown at a time. `answer` is called once, on any thread, unless the question was withdrawn.
  func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void)

  /// Takes away the question that is shown, which needs no answer any more; returns at once.
  func withdraw()
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A question as a terminal shows it, and what is typed in answer; without the terminal.
struct TerminalPrompt: Sendable {
  private let question: Question
  /// How many columns the terminal has.
  private let width: Int
  private var line: [UInt8] = []

  // Columns of the application's words. Longer ones are cut off, so that they do not push the choices out of sight.
  private static let longestText = 600
  private static let longestName = 60
  private static let longestPath = 240

  private static let bar = "  | "

  init(_ question: Question, width: Int) {
    self.question = question
    self.width = width
  }

  /// All of it, the cursor behind it.
  ///
  /// Whatever an application says of itself stands behind a bar, row for row, without line ends and without what a
  /// terminal would obey or not show: it cannot look like a choice.
  var text: String {
    let application = question.application
    let name = TerminalWords(application.name, longest: Self.longestName)
    let rows =
      TerminalWords(parts: ["\"\(name)\" \(request)"]).rows(width: room)
      + TerminalWords(parts: ["which is \(identity)"]).rows(width: room)
      + TerminalWords(question.text, longest: Self.longestText).rows(width: room)
    let choices = question.choices.enumerated().map { "  \($0 + 1)  \($1.title)" }
    return (["\n"] + rows.map { Self.bar + $0 + "\n" } + choices.map { $0 + "\n" }).joined()
      + invitation
  }

  /// The columns behind the bar, one left free at the end of each row.
  private var room: Int { max(16, width - Self.bar.utf8.count - 1) }

  /// Under what name decisions are kept, and the file that is run.
  private var identity: String {
    let application = question.application
    let names = [application.identifier] + (application.executable.map { [$0.path] } ?? [])
    let shown = names.map { "\(TerminalWords($0.description, aroundMiddle: Self.longestPath))" }
    return names.count == 2 && names[0] == names[1] ? shown[0] : shown.joined(separator: ", ")
  }

  /// The line at which is typed.
  var invitation: String { "Your choice, 1 to \(question.choices.count): " }

  private var request: String {
    switch question.kind {
    case .permission: "would like to use your location."
    case .always: "would like to use your location even when you are not using it."
    case .temporaryFullAccuracy: "would like to know your location exactly, this time."
    }
  }

  /// What typed bytes mean.
  enum Reply: Hashable {
    /// Nothing yet.
    case incomplete
    /// A line that is none of the choices.
    case misunderstood
    case ended(AuthorizationOutcome)
  }

  /// Interprets a byte that was typed.
  ///
  /// Ctrl-C and Ctrl-D come as bytes only where an application has changed its terminal.
  mutating func received(_ byte: UInt8) -> Reply {
    switch byte {
    case 0x03, 0x04: return .ended(.unanswered)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      defer { line = [] }
      let word = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard word.count == 1, let number = Int(word[0]), question.choices.indices ~= number - 1
      else { return .misunderstood }
      return .ended(.chosen(question.choices[number - 1]))
    default:
      // No choice is that long.
      if line.count < 16 { line.append(byte) }
      return .incomplete
    }
  }
}

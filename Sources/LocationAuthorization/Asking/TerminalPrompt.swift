// Core Location for Linux. SPDX-License-Identifier: MIT

/// A question as text for a terminal, and the interpretation of what is typed; independent of the terminal itself.
struct TerminalPrompt: Sendable {
  private let question: Question
  private let width: Int
  private var line: [UInt8] = []

  // Limits for the application's words, in columns; longer ones are cut, so that they do not push the choices out of
  // sight.
  private static let longestText = 600
  private static let longestName = 60
  private static let longestPath = 240

  private static let bar = "  | "

  init(_ question: Question, width: Int) {
    self.question = question
    self.width = width
  }

  /// The question and the choices; the ``invitation`` follows once they could be read.
  ///
  /// Everything that an application says about itself is behind a bar on each row, without line breaks, and without
  /// characters that a terminal would interpret or not show: it cannot look like a choice.
  var text: String {
    let application = question.application
    let name = TerminalWords(application.name, longest: Self.longestName)
    let rows =
      TerminalWords(parts: ["\"\(name)\" \(request)"]).rows(width: room)
      + TerminalWords(parts: ["which is \(identity)"]).rows(width: room)
      + TerminalWords(question.text, longest: Self.longestText).rows(width: room)
    let choices = question.choices.enumerated().map { "  \($0 + 1)  \($1.title)" }
    return (["\n"] + rows.map { Self.bar + $0 + "\n" } + choices.map { $0 + "\n" }).joined()
  }

  /// The columns to the right of the bar; the last one of each row is left free.
  private var room: Int { max(16, width - Self.bar.utf8.count - 1) }

  /// The name under which decisions are stored, and the executable.
  private var identity: String {
    let application = question.application
    let names = [application.identifier] + (application.executable.map { [$0.path] } ?? [])
    let shown = names.map { "\(TerminalWords($0.description, aroundMiddle: Self.longestPath))" }
    return names.count == 2 && names[0] == names[1] ? shown[0] : shown.joined(separator: ", ")
  }

  /// The line on which the answer is typed.
  var invitation: String { "Your choice, 1 to \(question.choices.count): " }

  private var request: String {
    switch question.kind {
    case .permission: "would like to use your location."
    case .always: "would like to use your location even when you are not using it."
    case .temporaryFullAccuracy: "would like to know your location exactly, this time."
    }
  }

  /// Forgets the part of a line that was typed before the question was hidden.
  mutating func forget() { line = [] }

  /// What the typed bytes mean.
  enum Reply: Hashable {
    /// No answer yet.
    case incomplete
    /// A line that is not one of the choices.
    case misunderstood
    case ended(AuthorizationOutcome)
  }

  /// Interprets a byte that was typed.
  ///
  /// Ctrl-C and Ctrl-D arrive as bytes only if an application has reconfigured its terminal.
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
      // No choice is this long.
      if line.count < 16 { line.append(byte) }
      return .incomplete
    }
  }
}

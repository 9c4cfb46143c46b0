// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// A question as a terminal shows it, and what is typed in answer; without the terminal.
struct TerminalPrompt: Sendable {
  private let question: AuthorizationQuestion
  private var line: [UInt8] = []

  /// Longer texts are cut off, so that they do not push the choices out of sight.
  private static let longestText = 600
  private static let longestName = 60

  init(_ question: AuthorizationQuestion) { self.question = question }

  /// All of it, the cursor behind it.
  ///
  /// The application's words stand behind a bar, without line ends and without what a terminal would obey: they cannot
  /// look like a choice.
  var text: String {
    let application = question.application
    var lines = [
      "", "\"\(Self.tame(application.name, Self.longestName))\" \(request)",
      "  which is \(application.identifier.escapedForTerminal)",
      "  | \(Self.tame(question.text, Self.longestText))",
    ]
    for (index, choice) in question.choices.enumerated() {
      lines.append("  \(index + 1)  \(choice.title)")
    }
    return lines.joined(separator: "\n") + "\n" + invitation
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

  private static func tame(_ text: String, _ limit: Int) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let cut = words.unicodeScalars.count > limit
    var result = String.UnicodeScalarView()
    result.append(contentsOf: words.unicodeScalars.prefix(limit))
    return String(result).escapedForTerminal + (cut ? "…" : "")
  }

  /// What typed bytes mean.
  enum Reading: Hashable {
    /// Nothing yet.
    case incomplete
    /// A line that is none of the choices.
    case misunderstood
    case ended(AuthorizationOutcome)
  }

  /// Takes a byte that was typed.
  ///
  /// Ctrl-C and Ctrl-D come as bytes only where an application has changed its terminal.
  mutating func take(_ byte: UInt8) -> Reading {
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

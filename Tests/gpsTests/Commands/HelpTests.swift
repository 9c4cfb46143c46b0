// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import GPSTool
@testable import gps

/// The help is what a newcomer reads first.
@Suite struct HelpTests {
  private static let commands = GPS.configuration.subcommands

  @Test func theListOfCommandsFitsASmallTerminal() {
    let lines = GPS.helpMessage(columns: 80).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  private static func examples(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.discussion.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("gps ") }
  }

  @Test func everyCommandHasAnExample() {
    for command in Self.commands {
      #expect(!Self.examples(of: command).isEmpty, "\(command)")
    }
  }

  /// Each program of a pipeline that is gps can be given what the example gives it.
  @Test func everyExampleIsUnderstood() throws {
    for command in Self.commands {
      for one in [command] + command.configuration.subcommands {
        for example in Self.examples(of: one) {
          for part in example.components(separatedBy: " | ") where part.hasPrefix("gps ") {
            #expect(throws: Never.self, "\(example)") {
              _ = try GPS.parsed(Array(Self.words(part).dropFirst()))
            }
          }
        }
      }
    }
  }

  /// Splits as a shell does, apart from anything that no example contains.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (index, piece) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if index % 2 == 1 {
        words.append(String(piece))
      } else {
        words += piece.split(separator: " ").map(String.init)
      }
    }
    return words
  }

  /// What a text names has to be there: every page is installed.
  @Test func everyPageThatIsNamedIsInstalled() throws {
    let script = try Repository.text(".packaging/install")
    let list = try #require(script.firstMatch(of: /documents=\(([^)]*)\)/)).output.1
    let installed = Set(list.split { $0 == " " || $0 == "\n" }.map(String.init))
    let sources = try #require(
      FileManager.default.enumerator(atPath: Repository.path("Sources")))
    for case let name as String in sources where name.hasSuffix(".swift") {
      let text = try Repository.text("Sources/" + name)
      for match in text.matches(of: /Documents\.path\("([a-z-]+)"\)/) {
        #expect(installed.contains(String(match.output.1)), "\(name)")
      }
    }
    for page in installed { #expect(throws: Never.self) { try Repository.text("docs/\(page).md") } }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import gps

/// `docs/cli.md` has a row for every command, and describes the options that the command has.
@Suite struct ReferenceTests {
  private struct Dump: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The commands below it, by all their names.
    func descendants(_ path: String = "") -> [(name: String, command: Command)] {
      (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { part in
        let name = path + part.commandName
        return [(name, part)] + part.descendants(name + " ")
      }
    }
  }

  private struct Argument: Decodable {
    let names: [Name]?
    let shouldDisplay: Bool

    /// Its names on the command line; empty if it is no option.
    var options: [String] {
      shouldDisplay ? (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } : []
    }
  }

  private struct Name: Decodable {
    let kind: String
    let name: String
  }

  private let commands: [(name: String, command: Command)]
  private let page: String

  init() throws {
    let help = Data(GPS._dumpHelp().utf8)
    commands = try JSONDecoder().decode(Dump.self, from: help).command.descendants()
    page = try Repository.text("docs/cli.md")
    try #require(commands.count > 20)
  }

  /// Returns what the page says of a command; of `history trips`, what it says of `history`.
  private func section(_ name: String) throws -> Substring {
    let group = String(name.prefix { $0 != " " })
    let heading = try #require(
      ["`gps \(name)`", "`gps \(group)`", "`gps \(group) "]
        .lazy.compactMap { page.range(of: "\n## \($0)") }.first, "no section about gps \(name)")
    let text = page[heading.upperBound...]
    return text[..<(text.range(of: "\n## ")?.lowerBound ?? text.endIndex)]
  }

  private func options(in text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /(?:^|[ `\[(])(--?[a-z][a-z-]*)/).map { String($0.output.1) })
  }

  @Test func listsEveryCommand() {
    for (name, _) in commands where !name.contains(" ") {
      #expect(page.contains("\n| [`\(name)`](#gps-\(name)"), "no row for gps \(name)")
    }
  }

  @Test func describesEveryOption() throws {
    for (name, command) in commands {
      let described = options(in: try section(name))
      for option in (command.arguments ?? []).map(\.options)
      where !option.isEmpty && !option.contains("--help") && !option.contains("--version") {
        // The page says once that these are the same.
        let same = ["--format", "--json"]
        let names = option.count == 1 && same.contains(option[0]) ? same : option
        #expect(!described.isDisjoint(with: names), "gps \(name): \(option) is not described")
      }
    }
  }

  @Test func describesNoOptionThatDoesNotExist() throws {
    for (name, _) in commands where !name.contains(" ") {
      let family = commands.filter { $0.name == name || $0.name.hasPrefix(name + " ") }
      let known = Set(family.flatMap { ($0.command.arguments ?? []).flatMap(\.options) })
      let rows = try section(name).split(separator: "\n").filter { $0.hasPrefix("| `") }
      let named = options(in: rows.compactMap { $0.split(separator: " | ").first }.joined())
      #expect(named.subtracting(known).isEmpty, "gps \(name) has no such options")
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser

/// The names of commands, and the likely intention of a misspelled one.
package struct CommandTree {
  private let root: any ParsableCommand.Type

  package init(root: any ParsableCommand.Type) { self.root = root }

  /// Returns why the arguments name no command; `nil` if they name one, or none at all.
  package func complaint(about arguments: some Collection<String>) -> String? {
    var (command, path) = (root, ["gps", "help"])
    // "gps help record" names a command as "gps record" does.
    for name in arguments.first == "help" ? Array(arguments.dropFirst()) : Array(arguments) {
      let known = command.configuration.subcommands
      guard !known.isEmpty, !name.hasPrefix("-"), !name.isEmpty, name != "help" else { return nil }
      guard let next = known.first(where: { $0.name == name }) else {
        let advice =
          Self.closest(to: name, among: known.map { $0.name }).map { "did you mean \"\($0)\"?" }
          ?? "run \"\(path.joined(separator: " "))\" to see them"
        return "cannot run \(name): no such command; \(advice)"
      }
      command = next
      path.append(name)
    }
    return nil
  }

  /// Returns the name that needs the fewest corrections, if they are few enough for a typing error.
  package static func closest(to word: String, among names: [String]) -> String? {
    let distances = names.map { (name: $0, corrections: corrections(from: word, to: $0)) }
    guard let best = distances.min(by: { $0.corrections < $1.corrections }) else { return nil }
    return best.corrections <= max(1, min(word.count, best.name.count) / 3) ? best.name : nil
  }

  /// Returns how many letters must be replaced, removed, inserted, or exchanged with their neighbor.
  package static func corrections(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        var best = min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}

extension ParsableCommand {
  fileprivate static var name: String {
    configuration.commandName ?? "\(Self.self)".lowercased()
  }
}

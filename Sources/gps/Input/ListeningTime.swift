// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// A duration such as that of `--for`: a number with `s` or `m`.
struct ListeningTime: ExpressibleByArgument, CustomStringConvertible {
  let duration: Duration
  let description: String

  /// Enough to try all baud rates, and for a warm receiver to find its position.
  static let usual = ListeningTime(duration: .seconds(30), description: "30s")

  /// The usual interval between reports of a boat at anchor.
  static let fiveMinutes = ListeningTime(duration: .seconds(300), description: "5m")

  private init(duration: Duration, description: String) {
    self.duration = duration
    self.description = description
  }

  init?(argument: String) {
    let isMinutes = argument.hasSuffix("m")
    let digits = isMinutes || argument.hasSuffix("s") ? argument.dropLast() : argument[...]
    guard let number = Double(digits), (0.1...86_400).contains(number) else { return nil }
    self.init(
      duration: .seconds(number * (isMinutes ? 60 : 1)),
      description: digits + (isMinutes ? "m" : "s"))
  }

  var defaultValueDescription: String { description }
}

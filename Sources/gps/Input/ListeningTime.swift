// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct ListeningTime: FormedArgument, CustomStringConvertible {
  static let form = "a time of up to a day, such as 30s or 5m"

  let duration: Duration
  let description: String

  /// Enough to try all baud rates, and for a warm receiver to find its position.
  static let usual = ListeningTime(duration: .seconds(30), description: "30s")

  /// The usual interval between reports of a boat at anchor.
  static let fiveMinutes = ListeningTime(duration: .seconds(300), description: "5m")

  private init(duration: Duration, description: String) {
    (self.duration, self.description) = (duration, description)
  }

  init?(text argument: String) { self.init(argument, in: 0.1...86_400) }

  fileprivate init?(_ argument: String, in range: ClosedRange<Double>) {
    let isMinutes = argument.hasSuffix("m")
    let digits = isMinutes || argument.hasSuffix("s") ? argument.dropLast() : argument[...]
    guard let number = Double(digits), range.contains(number) else { return nil }
    self.init(
      duration: .seconds(number * (isMinutes ? 60 : 1)),
      description: digits + (isMinutes ? "m" : "s"))
  }
}

/// A duration such as that of `--grace`: the same, or 0.
struct GracePeriod: FormedArgument {
  static let form = ListeningTime.form

  let seconds: Double

  init?(text argument: String) {
    guard let time = ListeningTime(argument, in: 0...86_400) else { return nil }
    seconds = time.duration / .seconds(1)
  }
}

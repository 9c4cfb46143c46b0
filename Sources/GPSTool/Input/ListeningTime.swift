// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

package struct ListeningTime: FormedArgument, CustomStringConvertible {
  package static let form = "a time of up to a day, such as 30s, 5m or 1h"

  package let duration: Duration
  package let description: String

  /// Enough to try all baud rates, and for a warm receiver to find its position.
  package static let usual = ListeningTime(duration: .seconds(30), description: "30s")

  /// The usual interval between reports of a boat at anchor.
  package static let fiveMinutes = ListeningTime(duration: .seconds(300), description: "5m")

  private init(duration: Duration, description: String) {
    (self.duration, self.description) = (duration, description)
  }

  package init?(text argument: String) { self.init(argument, in: 0.1...86_400) }

  fileprivate init?(_ argument: String, in range: ClosedRange<Double>) {
    let units = ["s": 1.0, "m": 60, "h": 3600]
    let unit = argument.last.map(String.init).flatMap { units[$0] }
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()),
      range.contains(number * (unit ?? 1))
    else { return nil }
    self.init(
      duration: .seconds(number * (unit ?? 1)),
      description: unit == nil ? argument + "s" : argument)
  }
}

/// A duration such as that of `--grace`: the same, or 0.
package struct GracePeriod: FormedArgument {
  package static let form = ListeningTime.form

  package let seconds: Double

  package init?(text argument: String) {
    guard let time = ListeningTime(argument, in: 0...86_400) else { return nil }
    seconds = time.duration / .seconds(1)
  }
}

/// How long a watch waits for a fix before it is lost: a duration, or never.
package struct LossPatience: FormedArgument {
  package static let form = "a time of up to a day, such as 30s, 5m or 1h, or \"never\""

  /// More than a restart of a receiver or a passage under a bridge takes.
  package static let usual = LossPatience(seconds: 60)

  /// `nil` for never.
  package let seconds: Double?

  private init(seconds: Double?) { self.seconds = seconds }

  package init?(text argument: String) {
    guard argument != "never" else {
      self.init(seconds: nil)
      return
    }
    guard let time = ListeningTime(argument, in: 1...86_400) else { return nil }
    self.init(seconds: time.duration / .seconds(1))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials

/// A process that uses the location now, as everybody may see.
package struct PresenceEntry: Hashable, Sendable, Codable {
  /// Bundle identifier or path: the process says so itself, so it is not escaped.
  package var application: String
  package var process: Int32
  /// Since when, by the clock of the machine.
  package var since: Date
  /// Whether the application is not in use.
  package var isInBackground: Bool
  /// Whether people are to be shown that it uses the location.
  package var showsIndicator: Bool
  /// What for, such as `standard`, `regions`, `visits`; in alphabetical order.
  package var kinds: [String]

  private enum CodingKeys: String, CodingKey {
    case application
    case process = "pid"
    case since
    case isInBackground = "background"
    case showsIndicator = "indicator"
    case kinds
  }

  package init(
    application: String, process: Int32, since: Date, isInBackground: Bool, showsIndicator: Bool,
    kinds: [String]
  ) {
    self.application = application
    self.process = process
    self.since = since
    self.isInBackground = isInBackground
    self.showsIndicator = showsIndicator
    self.kinds = kinds
  }
}

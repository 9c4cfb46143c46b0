// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials

/// A process that uses the location now, as every user may see.
package struct PresenceEntry: Hashable, Sendable, Codable {
  /// A bundle identifier or path, as the process reports it; not escaped.
  package var application: String
  package var process: Int32
  /// When the use began, by the machine's clock.
  package var since: Date
  /// Whether the application is not in use.
  package var isInBackground: Bool
  package var showsIndicator: Bool
  /// What it uses the location for, such as `standard`, `regions`, `visits`; in alphabetical order.
  package var kinds: [String]

  private enum CodingKeys: String, CodingKey {
    case application
    case process = "pid"
    case since
    case isInBackground = "background"
    case showsIndicator = "indicator"
    case kinds
  }
}

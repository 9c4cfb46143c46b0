// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// Counts the sentences that are about a position, but whose time, coordinate or quality cannot be read.
///
/// If nothing else comes, the receiver may well have a position; what is wrong is how it is written.
package struct UnreadablePositions: Sendable {
  package private(set) var count = 0
  /// The number of sentences about a position, readable or not.
  private var total = 0

  package init() {}

  /// Whether they are the reason why there is no position: at least half of the sentences about one.
  package var prevail: Bool { count > 0 && count * 2 >= total }

  /// - Parameters:
  ///   - message: what was read of the sentence; `nil` if it was dropped as unreadable.
  ///   - hasUnreadableField: whether a field of it could not be read.
  package mutating func add(
    _ address: SentenceAddress, _ message: Message?, hasUnreadableField: Bool
  ) {
    guard Self.isAboutPosition(address) else { return }
    total += 1
    guard let message else {
      count += 1
      return
    }
    if hasUnreadableField, Self.lacksQuality(message) { count += 1 }
  }

  private static func isAboutPosition(_ address: SentenceAddress) -> Bool {
    if let formatter = address.formatter { return formatters.contains(formatter.description) }
    return address.description == "PUBX"
  }

  private static let formatters: Set = ["GGA", "GNS", "RMC", "GLL", "RMA"]

  /// Whether a message has a coordinate, but nothing that says whether it is valid.
  private static func lacksQuality(_ message: Message) -> Bool {
    switch message {
    case .gga(let message): message.latitude != nil && message.quality == nil
    case .rmc(let message): message.latitude != nil && message.status == nil
    case .pubx00(let message): message.latitude != nil && message.status == nil
    default: false
    }
  }
}

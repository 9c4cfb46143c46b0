// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// The baud rates at which devices were last understood, by their identity.
///
/// The file has one line per device: the rate, a space, the identity. Other lines are ignored.
package struct RateMemory: Sendable {
  private var entries: [(identity: String, rate: BaudRate)] = []

  /// The most devices that are remembered, more than a user plugs in; beyond that, the oldest is forgotten.
  static let mostEntries = 200

  package init() {}

  /// Reads the format of ``text``.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let rate = UInt32(parts[0]), rate > 0 else { continue }
      remember(BaudRate(rawValue: rate), of: String(parts[1]))
    }
  }

  /// The content of the file.
  package var text: String {
    entries.map { "\($0.rate.rawValue) \($0.identity)\n" }.joined()
  }

  /// The rate of a device; `nil` if it was never understood.
  package subscript(identity: String) -> BaudRate? {
    entries.first { $0.identity == identity }?.rate
  }

  /// Remembers a rate; returns whether it differs from the one remembered before.
  @discardableResult
  package mutating func remember(_ rate: BaudRate, of identity: String) -> Bool {
    // A serial number may contain anything, and a line break in it would forge an entry.
    guard self[identity] != rate, !identity.utf8.contains(where: { $0 < 0x20 }) else {
      return false
    }
    entries.removeAll { $0.identity == identity }
    if entries.count >= Self.mostEntries { entries.removeFirst() }
    entries.append((identity, rate))
    return true
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package struct ServiceSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let standard = ServiceSet(rawValue: 1 << 0)
  static let significantChanges = ServiceSet(rawValue: 1 << 1)
  static let visits = ServiceSet(rawValue: 1 << 2)
  static let heading = ServiceSet(rawValue: 1 << 3)
  static let regions = ServiceSet(rawValue: 1 << 4)
  static let live = ServiceSet(rawValue: 1 << 5)
  static let conditions = ServiceSet(rawValue: 1 << 6)

  var names: Set<String> {
    let all: [(ServiceSet, String)] = [
      (.standard, "standard"), (.significantChanges, "significant changes"), (.visits, "visits"),
      (.heading, "heading"), (.regions, "regions"), (.live, "live updates"),
      (.conditions, "conditions"),
    ]
    return Set(all.filter { contains($0.0) }.map(\.1))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
package import TrackStore

/// What a page watches, as it says: the anchor and a person overboard.
///
/// Each change is published once.
package struct PageWatch {
  /// The state of the anchor watch and whether somebody is overboard; `nil` before the page has said so.
  private var anchor: String?
  private var isOverboard: Bool?
  /// When the last byte came, or the wait began, on the monotonic clock.
  private var heard: Duration
  private var isSilent = false

  /// How long nothing may be heard before the anchor counts as watched by nobody.
  static let patience: Duration = .seconds(60)

  package init(at now: Duration) { heard = now }

  /// When ``elapse(to:)`` has something to do; `nil` for never.
  package var deadline: Duration? { isSilent ? nil : heard + Self.patience }

  /// Records that bytes have come, events or not.
  package mutating func hear(at now: Duration) { (heard, isSilent) = (now, false) }

  /// Returns what follows from an event of the page; `nil` if nothing has changed.
  package mutating func received(_ name: String, _ data: [UInt8]) -> PositionReport.Occasion? {
    guard ["anchor", "mob"].contains(name) else { return nil }
    var reader = JSONReader((data + [0x0A])[...])
    guard let value = try? reader.value() else { return nil }
    if name == "mob" {
      let now = value != .null
      guard now != isOverboard else { return nil }
      isOverboard = now
      return .overboard(now)
    }
    let state = value == .null ? "off" : value["state"]?.string ?? ""
    guard PositionReport.Occasion.anchorStates.contains(state) else { return nil }
    return change(anchor: state)
  }

  /// A page that is not heard watches nothing: that must not look as if all were well.
  package mutating func elapse(to now: Duration) -> PositionReport.Occasion? {
    guard let deadline, now >= deadline else { return nil }
    isSilent = true
    guard let anchor, anchor != "off" else { return nil }
    return change(anchor: "blind")
  }

  private mutating func change(anchor state: String) -> PositionReport.Occasion? {
    guard state != anchor else { return nil }
    anchor = state
    return .anchor(state: state)
  }
}

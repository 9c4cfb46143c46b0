// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON
import NMEA0183

/// What is published: a position, and why it is worth sending.
package struct PositionReport: Hashable, Sendable {
  package enum Occasion: Hashable, Sendable {
    /// The first position in a run of the program.
    case start
    /// The distance to the last report was large enough.
    case distance
    /// The time since the last report was long enough.
    case time
    case turn
    /// The last position before the receiver lost its fix, sent when it was lost.
    case lost
    /// The first position after that.
    case regained
    case entered(region: String)
    case left(region: String)
    /// The page's anchor watch is in another state, one of ``anchorStates``.
    case anchor(state: String)
    /// Somebody has gone overboard, or is no longer.
    case overboard(Bool)
  }

  /// The name by which the other side knows what moves.
  package var device: String
  /// The position and its time, which includes a date.
  package var fix: Fix
  package var occasion: Occasion

  package init(device: String, fix: Fix, occasion: Occasion) {
    (self.device, self.fix, self.occasion) = (device, fix, occasion)
  }
}

extension PositionReport.Occasion {
  package var name: String {
    switch self {
    case .start: "start"
    case .distance: "distance"
    case .time: "time"
    case .turn: "turn"
    case .lost: "lost"
    case .regained: "regained"
    case .entered: "entered"
    case .left: "left"
    case .anchor: "anchor"
    case .overboard: "overboard"
    }
  }

  package var region: String? {
    switch self {
    case .entered(let region), .left(let region): region
    default: nil
    }
  }

  /// The states of an anchor watch; `off` while none is set.
  package static let anchorStates = ["off", "watching", "outside", "dragging", "blind"]

  /// What the page says that it watches: the state of the anchor, or `on` and `off` for a person overboard.
  package var watch: String? {
    switch self {
    case .anchor(let state): state
    case .overboard(let isOn): isOn ? "on" : "off"
    default: nil
    }
  }

  /// What is stored besides the name.
  var detail: String? { region ?? watch }

  /// Creates the occasion with this name; `nil` if there is none, or if its region or state is missing.
  init?(storedName name: String, region: String?) {
    switch (name, region) {
    case ("anchor", let state?) where Self.anchorStates.contains(state):
      self = .anchor(state: state)
      return
    case ("overboard", "on"?), ("overboard", "off"?):
      self = .overboard(region == "on")
      return
    default: break
    }
    let plain: [Self] = [.start, .distance, .time, .turn, .lost, .regained]
    let all = plain + (region.map { [.entered(region: $0), .left(region: $0)] } ?? [])
    guard let occasion = all.first(where: { $0.name == name }) else { return nil }
    self = occasion
  }
}

extension PositionReport {
  /// The report as JSON: device, occasion, region, and then what `gps replay --format json` prints for the fix.
  package var json: [UInt8] {
    var object = JSONObject()
    object.set("device", device)
    object.set("occasion", occasion.name)
    object.set("region", occasion.region)
    object.set("watch", occasion.watch)
    object.set(fix)
    return object.closed
  }

  /// The time of the position, whole seconds since 1970, rounded down; `nil` without a date.
  package var secondsSince1970: Int? {
    guard let time = fix.time, let date = time.date else { return nil }
    return date.daysSince1970 * 86_400 + Int(time.time.nanosecondsOfDay / 1_000_000_000)
  }

  package var millisecond: Int { Int((fix.time?.time.nanosecondsOfDay ?? 0) / 1_000_000 % 1000) }
}

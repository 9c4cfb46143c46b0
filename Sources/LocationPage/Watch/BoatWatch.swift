// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import LocationJSON
import LocationService

/// What the server watches over while nobody looks: the anchor, and a person who has gone overboard.
///
/// It is the same for all browsers, and outlives a restart in its ``record``.
struct BoatWatch {
  struct Effects {
    /// What is to be kept on the disk now; `nil` if nothing has changed that a restart must not lose.
    var record: [UInt8]?
    /// What has happened, for people, in order.
    var occurrences: [String] = []
  }

  private(set) var anchor: AnchorWatch?
  private(set) var overboard: Overboard?
  private(set) var isOverboardAcknowledged = false
  /// When the button was pressed, on the monotonic clock, which nobody sets; without a person overboard, it means nothing.
  private(set) var overboardSince: Duration = .zero
  /// The names of the last marks.
  private var marks: [String] = []
  /// When the alarms began, nanoseconds since 1970 by the machine's clock; of alarms that are off, it means nothing.
  private(set) var draggingSince: Int64 = 0
  private(set) var blindSince: Int64 = 0
  /// When the boat was farthest from the anchor, nanoseconds since 1970 by the machine's clock.
  private(set) var worstTime: Int64?
  private var places = RecentPlaces()
  /// The current fix; `nil` without one.
  private var fix: Fix?
  /// The last fix, current or not, and when it came, nanoseconds since 1970 by the machine's clock.
  private var lastFix: (fix: Fix, time: Int64)?

  private static let mostMarks = 16
  /// How much later than a press a fix may come that was on its way then.
  private static let tolerance: Duration = .seconds(2)

  init() {}

  /// Continues what was watched before a restart.
  init(_ record: WatchRecord, at now: Moment) {
    if let anchor = record.anchor {
      self.anchor = AnchorWatch(
        anchor.circle, dragging: anchor.dragging, blindness: anchor.blindness, worst: anchor.worst,
        at: now.monotonic)
      (draggingSince, blindSince) = (anchor.draggingSince, anchor.blindSince)
      worstTime = anchor.worstTime
    }
    (overboard, isOverboardAcknowledged) = (record.overboard, record.isOverboardAcknowledged)
    if let overboard {
      let age = Duration.nanoseconds(now.nanosecondsSince1970) - .nanoseconds(overboard.time)
      overboardSince = now.monotonic - max(.zero, age)
    }
  }

  var record: WatchRecord {
    WatchRecord(
      anchor: anchor.map {
        WatchRecord.Anchor(
          circle: $0.circle, dragging: $0.dragging, draggingSince: draggingSince,
          blindness: $0.blindness, blindSince: blindSince, worst: $0.worst, worstTime: worstTime)
      }, overboard: overboard, isOverboardAcknowledged: isOverboardAcknowledged)
  }

  // MARK: The receiver

  mutating func received(
    _ fix: Fix, arrival: Duration, at now: Moment, into effects: inout Effects
  ) {
    self.fix = fix
    lastFix = (fix, now.nanosecondsSince1970 - (now.monotonic - arrival).nanoseconds)
    if fix.warnings.isEmpty { places.received(fix, at: arrival) }
    let worst = anchor?.worst
    var news: AnchorWatch.Effects = []
    anchor?.received(fix, at: arrival, into: &news)
    if anchor?.worst != worst { worstTime = anchor?.worst.map { _ in now.nanosecondsSince1970 } }
    announce(news, at: now, into: &effects)
  }

  mutating func fixLost() { fix = nil }

  /// Records a position from before this program ran, which came at that time on the monotonic clock.
  mutating func knew(_ fix: Fix, arrival: Duration, at now: Moment) {
    let time = now.nanosecondsSince1970 - (now.monotonic - arrival).nanoseconds
    lastFix = lastFix ?? (fix, time)
  }

  mutating func elapse(to now: Moment, into effects: inout Effects) {
    var news: AnchorWatch.Effects = []
    anchor?.elapse(to: now.monotonic, into: &news)
    announce(news, at: now, into: &effects)
  }

  private mutating func announce(
    _ news: AnchorWatch.Effects, at now: Moment, into effects: inout Effects
  ) {
    for event in news {
      switch event {
      case .outside: effects.occurrences.append("Outside the anchor circle")
      case .dragging:
        if anchor?.dragging.isAcknowledged == false { draggingSince = now.nanosecondsSince1970 }
        effects.occurrences.append(draggingText)
      case .inside: effects.occurrences.append("Back in the anchor circle")
      case .blind:
        blindSince = now.nanosecondsSince1970
        effects.occurrences.append(Self.blindText)
      case .sighted: effects.occurrences.append("The anchor watch has a position again")
      }
    }
    if news.contains(where: { $0 != .outside }) { effects.record = record.bytes }
  }

  // MARK: Orders

  /// Does what a person has ordered; throws if that is impossible, with the reason.
  mutating func perform(
    _ order: WatchOrder, at now: Moment, into effects: inout Effects
  ) throws(WatchRefusal) {
    switch order {
    case .drop(let radius, let place): try drop(radius, place, at: now, into: &effects)
    case .raise:
      guard anchor != nil else { break }
      anchor = nil
      effects.occurrences.append("Anchor raised")
    case .mark(let mark): self.mark(mark, at: now, into: &effects)
    case .cancel:
      guard overboard != nil else { break }
      (overboard, isOverboardAcknowledged) = (nil, false)
      effects.occurrences.append("Man overboard: cancelled")
    case .acknowledge(let name): try acknowledge(name, into: &effects)
    }
    effects.record = record.bytes
  }

  private mutating func drop(
    _ radius: Double?, _ place: WatchOrder.AnchorPlace, at now: Moment, into effects: inout Effects
  ) throws(WatchRefusal) {
    guard let radius = radius ?? anchor?.circle.radius else {
      throw WatchRefusal(
        400, "cannot set the anchor watch without a radius; add \"radius\", in meters")
    }
    let center: RecentPlaces.Place =
      switch place {
      case .here: try boat(radius, at: now)
      case .at(let latitude, let longitude):
        RecentPlaces.Place(latitude: latitude, longitude: longitude)
      case .off(let bearing, let distance): try boat(radius, at: now).moved(bearing, distance)
      }
    let isFirst = anchor == nil
    let circle = Circle(latitude: center.latitude, longitude: center.longitude, radius: radius)
    anchor = AnchorWatch(circle, at: now.monotonic)
    worstTime = nil
    if let fix, fix.warnings.isEmpty {
      var news: AnchorWatch.Effects = []
      anchor?.received(fix, at: now.monotonic, into: &news)
    }
    let meters = String(radius, decimals: 0)
    effects.occurrences.append(
      isFirst ? "Anchor dropped, circle \(meters) m" : "Anchor watch changed, circle \(meters) m")
  }

  /// Returns where the boat is, if that is known well enough for a circle of this radius.
  private func boat(_ radius: Double, at now: Moment) throws(WatchRefusal) -> RecentPlaces.Place {
    let action = "cannot drop the anchor here"
    guard let fix else {
      throw WatchRefusal(
        409, "\(action): there is no position\(lastFix == nil ? "" : " any more"); wait for a fix")
    }
    guard fix.warnings.isEmpty else {
      throw WatchRefusal(
        409,
        "\(action): the position is not to be trusted (\(fix.warnings.meanings)); wait until it is")
    }
    if let accuracy = fix.horizontalAccuracy, accuracy > radius {
      throw WatchRefusal(
        409,
        "\(action): the position is only accurate to \(String(accuracy.rounded(.up), decimals: 0)) m; choose a larger circle or wait"
      )
    }
    guard let place = places.median(at: now.monotonic) else {
      throw WatchRefusal(409, "\(action): the last position is older than 10 s; wait for a fix")
    }
    return place
  }

  /// The first mark stays: whoever presses again, in a hurry, must not move it away from the person.
  private mutating func mark(_ mark: WatchOrder.Mark, at now: Moment, into effects: inout Effects) {
    if let id = mark.id {
      // Of somebody who did not hear the answer, and sends it again, perhaps after it was cancelled.
      if marks.contains(id) { return }
      marks = marks.suffix(Self.mostMarks - 1) + [id]
    }
    guard overboard == nil else { return }
    let age = Self.age(of: mark.press, at: now)
    let pressed = now.nanosecondsSince1970 - age.nanoseconds
    let told = mark.place.map {
      Overboard.Place(
        latitude: $0.latitude, longitude: $0.longitude,
        time: pressed - Duration.seconds($0.age).nanoseconds)
    }
    overboard = Overboard(at: told ?? lastPlace(at: pressed), time: pressed)
    (overboardSince, isOverboardAcknowledged) = (now.monotonic - age, false)
    effects.occurrences.append(
      overboard?.place == nil ? "Man overboard: no position to mark" : "Man overboard")
  }

  /// Returns where the boat was last at a time; `nil` if the last fix is of later.
  private func lastPlace(at time: Int64) -> Overboard.Place? {
    guard let lastFix, lastFix.time <= time + Self.tolerance.nanoseconds else { return nil }
    // By the clock of the press, so that the two can be compared, whatever the receiver's says.
    return Overboard.Place(
      latitude: lastFix.fix.latitude, longitude: lastFix.fix.longitude, time: lastFix.time)
  }

  /// Returns how long ago the button was pressed; of a time of a clock that is wrong, nothing follows.
  private static func age(of press: WatchOrder.Mark.Press, at now: Moment) -> Duration {
    switch press {
    case .now: return .zero
    case .ago(let seconds): return .seconds(seconds)
    case .at(let time):
      let latest = now.nanosecondsSince1970
      guard (latest - 3_600_000_000_000...latest).contains(time) else { return .zero }
      return .nanoseconds(latest - time)
    }
  }

  private mutating func acknowledge(
    _ name: String, into effects: inout Effects
  ) throws(WatchRefusal) {
    switch name {
    case "anchor" where anchor?.dragging.isOn == true: anchor?.acknowledgeDragging()
    case "anchorBlind" where anchor?.blindness.isOn == true: anchor?.acknowledgeBlindness()
    case "mob" where overboard != nil: isOverboardAcknowledged = true
    default:
      throw WatchRefusal(404, "cannot acknowledge this alarm: there is none of that name now")
    }
    effects.occurrences.append("Alarm acknowledged: \(name)")
  }

  // MARK: Words

  static let blindText = "No position for 60 s: the anchor watch is blind"

  var draggingText: String {
    guard let anchor, let distance = anchor.distance else { return "Dragging" }
    let circle = "circle \(String(anchor.circle.radius, decimals: 0)) m"
    if anchor.dragging.isPresent || !anchor.dragging.isOn {
      return "Dragging: \(String(distance, decimals: 0)) m from the anchor, \(circle)"
    }
    let worst = String(anchor.worst ?? distance, decimals: 0)
    return "Was dragging: \(worst) m from the anchor, \(circle)"
  }

  /// The way from the current fix to the anchor; `nil` without one of the two.
  var wayToAnchor: Geodesic.Path? {
    guard let fix, let circle = anchor?.circle else { return nil }
    return fix.way(toLatitude: circle.latitude, longitude: circle.longitude)
  }

  /// The way from the current fix to the person overboard; `nil` without one of the two.
  var wayToPerson: Geodesic.Path? { fix.flatMap { overboard?.way(from: $0) } }
}

extension RecentPlaces.Place {
  /// Returns the place at a distance in a direction: degrees clockwise from true north, and meters.
  fileprivate func moved(_ bearing: Double, _ distance: Double) -> Self {
    let end = Geodesic.direct(
      fromLatitude: latitude, longitude: longitude, azimuth: bearing, distance: distance)
    return Self(latitude: end.latitude, longitude: end.longitude)
  }
}

extension FixWarnings {
  /// The reasons in words, with commas between them.
  var meanings: String { list.map(\.meaning).joined(separator: ", ") }
}

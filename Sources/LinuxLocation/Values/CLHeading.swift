// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses answer for theirs.
/// Where the bow points, as a compass on the NMEA line tells it (HDT, HDG, HDM, THS).
open class CLHeading: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct Fields: Sendable {
    var magneticHeading: CLLocationDirection = -1
    var trueHeading: CLLocationDirection = -1
    var headingAccuracy: CLLocationDirection = -1
    var timestamp: Date
  }

  let fields: Fields

  init(_ fields: Fields) {
    self.fields = fields
    super.init()
  }

  /// A heading to nowhere at no time, for subclasses to fill.
  public override init() {
    fields = Fields(timestamp: .distantPast)
    super.init()
  }

  /// Degrees clockwise from magnetic north, in `0..<360`; -1 if no sentence told it.
  open var magneticHeading: CLLocationDirection { fields.magneticHeading }

  /// Degrees clockwise from true north, in `0..<360`; -1 while the variation is not known.
  open var trueHeading: CLLocationDirection { fields.trueHeading }

  /// The largest deviation of the heading, degrees; -1, for no sentence tells it.
  open var headingAccuracy: CLLocationDirection { fields.headingAccuracy }

  /// 0: no sentence carries the field itself.
  open var x: CLHeadingComponentValue { 0 }

  /// 0: no sentence carries the field itself.
  open var y: CLHeadingComponentValue { 0 }

  /// 0: no sentence carries the field itself.
  open var z: CLHeadingComponentValue { 0 }

  /// When it was determined.
  open var timestamp: Date { fields.timestamp }

  /// All of it in one line.
  open override var description: String {
    String(
      format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f x %+.3f y %+.3f z %+.3f @ ",
      magneticHeading, trueHeading, headingAccuracy, x, y, z) + "\(timestamp)"
  }

  /// From an archive; `nil` if it has no time.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "timestamp") else { return nil }
    fields = Fields(
      magneticHeading: coder.decodeDouble(forKey: "magneticHeading"),
      trueHeading: coder.decodeDouble(forKey: "trueHeading"),
      headingAccuracy: coder.decodeDouble(forKey: "headingAccuracy"),
      timestamp: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp")))
    super.init()
  }

  /// Writes it to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(fields.magneticHeading, forKey: "magneticHeading")
    coder.encode(fields.trueHeading, forKey: "trueHeading")
    coder.encode(fields.headingAccuracy, forKey: "headingAccuracy")
    coder.encode(fields.timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Itself, for it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// The direction in which the bow points, from a compass or two antennas on the receiver's line (HDT, HDG, THS and others, or frames).
open class CLHeading: NSObject, NSCopying, NSSecureCoding {
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

  /// Creates an invalid heading, for subclasses to override.
  public override init() {
    fields = Fields(timestamp: .distantPast)
    super.init()
  }

  /// Degrees clockwise from magnetic north, in `0..<360`; -1 if unknown.
  ///
  /// Measured (HDG, HDM, VHW), or derived from the true heading by the receiver's variation or the World Magnetic Model.
  open var magneticHeading: CLLocationDirection { fields.magneticHeading }

  /// Degrees clockwise from true north, in `0..<360`; -1 while the variation is unknown.
  ///
  /// Measured (HDT, THS and others, or frames of two antennas), or derived from the magnetic heading by the receiver's variation or the World Magnetic Model.
  open var trueHeading: CLLocationDirection { fields.trueHeading }

  /// The error of the heading, degrees, which depends on the kind of compass; negative only if there is no heading.
  open var headingAccuracy: CLLocationDirection { fields.headingAccuracy }

  /// Always 0: no sentence reports the magnetic field.
  open var x: CLHeadingComponentValue { 0 }

  /// Always 0: no sentence reports the magnetic field.
  open var y: CLHeadingComponentValue { 0 }

  /// Always 0: no sentence reports the magnetic field.
  open var z: CLHeadingComponentValue { 0 }

  /// When it was determined.
  open var timestamp: Date { fields.timestamp }

  /// All values in one line.
  open override var description: String {
    String(
      format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f x %+.3f y %+.3f z %+.3f @ ",
      magneticHeading, trueHeading, headingAccuracy, x, y, z) + "\(timestamp)"
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLHeading"] }

  /// Creates a heading from an archive, of an Apple device too; `nil` if that contains none.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    guard let timestamp = coder.instant(prefix + "Timestamp") else { return nil }
    fields = Fields(
      magneticHeading: coder.number(prefix + "MagneticHeading") ?? -1,
      trueHeading: coder.number(prefix + "TrueHeading") ?? -1,
      headingAccuracy: coder.number(prefix + "Accuracy") ?? -1, timestamp: timestamp)
    super.init()
  }

  /// Writes the heading to an archive, in Apple's form.
  open func encode(with coder: NSCoder) {
    let prefix = Self.keyPrefix
    coder.encode(fields.magneticHeading, forKey: prefix + "MagneticHeading")
    coder.encode(fields.trueHeading, forKey: prefix + "TrueHeading")
    coder.encode(fields.headingAccuracy, forKey: prefix + "Accuracy")
    for axis in ["X", "Y", "Z"] { coder.encode(0.0, forKey: prefix + axis) }
    coder.encode(fields.timestamp.timeIntervalSinceReferenceDate, forKey: prefix + "Timestamp")
  }

  private static let keyPrefix = "kCLHeadingCodingKey"

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// How a device is held, as a reference for headings.
public enum CLDeviceOrientation: Int32, Sendable {
  /// Unknown.
  case unknown = 0
  /// Upright.
  case portrait = 1
  /// Upright, top down.
  case portraitUpsideDown = 2
  /// On its left side.
  case landscapeLeft = 3
  /// On its right side.
  case landscapeRight = 4
  /// On its back.
  case faceUp = 5
  /// On its face.
  case faceDown = 6
}

/// Something whose direction headings describe, such as a device; it has no requirements.
public protocol CLBodyIdentifiable: NSObjectProtocol {}

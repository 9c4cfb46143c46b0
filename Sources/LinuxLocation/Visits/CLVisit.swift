// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A stay at a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct Fields: Sendable {
    var arrivalDate = Date.distantPast
    var departureDate = Date.distantFuture
    var coordinate = kCLLocationCoordinate2DInvalid
    var horizontalAccuracy: CLLocationAccuracy = -1
  }

  let fields: Fields

  init(_ fields: Fields) {
    self.fields = fields
    super.init()
  }

  /// Creates an invalid visit, for subclasses to override.
  public override init() {
    fields = Fields()
    super.init()
  }

  /// When the visit began; `distantPast` if it began before monitoring did.
  open var arrivalDate: Date { fields.arrivalDate }

  /// When the visit ended; `distantFuture` while it lasts.
  open var departureDate: Date { fields.departureDate }

  /// The center of the visit.
  open var coordinate: CLLocationCoordinate2D { fields.coordinate }

  /// The radius of the visit, meters; negative if the coordinate is not valid.
  open var horizontalAccuracy: CLLocationAccuracy { fields.horizontalAccuracy }

  /// Its place and times in one line.
  open override var description: String {
    coordinate.text
      + String(format: " +/- %.2fm", horizontalAccuracy)
      + " from \(arrivalDate) to \(departureDate)"
  }

  /// Creates a visit from an archive.
  public required init?(coder: NSCoder) {
    fields = Fields(
      arrivalDate: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "arrivalDate")),
      departureDate: Date(
        timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "departureDate")),
      coordinate: CLLocationCoordinate2D(
        latitude: coder.decodeDouble(forKey: "latitude"),
        longitude: coder.decodeDouble(forKey: "longitude")),
      horizontalAccuracy: coder.decodeDouble(forKey: "horizontalAccuracy"))
    super.init()
  }

  /// Writes the visit to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(fields.arrivalDate.timeIntervalSinceReferenceDate, forKey: "arrivalDate")
    coder.encode(fields.departureDate.timeIntervalSinceReferenceDate, forKey: "departureDate")
    coder.encode(fields.coordinate.latitude, forKey: "latitude")
    coder.encode(fields.coordinate.longitude, forKey: "longitude")
    coder.encode(fields.horizontalAccuracy, forKey: "horizontalAccuracy")
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

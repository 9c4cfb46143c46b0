// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import GNSS
import LocationGeometry

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A stay at a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct Fields: Codable, Sendable {
    var arrivalDate = Date.distantPast
    var departureDate = Date.distantFuture
    @ArchivedCoordinate var coordinate = kCLLocationCoordinate2DInvalid
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

  /// Creates a visit from an archive, an invalid one if that contains none.
  public required init?(coder: NSCoder) {
    fields = coder.decode(Fields.self, of: CLVisit.self) ?? Fields()
    super.init()
  }

  /// Writes the visit to an archive.
  open func encode(with coder: NSCoder) { coder.encode(fields, of: CLVisit.self) }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension StayDetector {
  mutating func received(_ location: CLLocation) -> CLVisit.Fields? {
    received(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: location.knownAccuracy, at: location.timestamp.timeIntervalSince1970
    ).map(CLVisit.Fields.init)
  }
}

extension CLVisit.Fields {
  init(_ stay: Stay) {
    self.init(
      arrivalDate: stay.arrival.map(Date.init(timeIntervalSince1970:)) ?? .distantPast,
      departureDate: stay.departure.map(Date.init(timeIntervalSince1970:)) ?? .distantFuture,
      coordinate: CLLocationCoordinate2D(latitude: stay.latitude, longitude: stay.longitude),
      horizontalAccuracy: stay.accuracy)
  }
}

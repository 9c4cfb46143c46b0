// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import LocationGeometry

/// A stay at a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
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

  /// Its place and times in one line, with `-` for a time that is not known.
  open override var description: String {
    let arrival = arrivalDate == .distantPast ? "-" : "\(arrivalDate)"
    let departure = departureDate == .distantFuture ? "-" : "\(departureDate)"
    return String(
      format: "<%+.8f, %+.8f> +/- %.2fm", coordinate.latitude, coordinate.longitude,
      horizontalAccuracy) + " (\(arrival) to \(departure))"
  }

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLVisit"] }

  /// Creates a visit from an archive, of an Apple device too; an invalid one if that contains none.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    var fields = Fields()
    if let latitude = coder.number(prefix + "Latitude"),
      let longitude = coder.number(prefix + "Longitude")
    {
      fields.coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
      fields.horizontalAccuracy = coder.number(prefix + "HorizontalAccuracy") ?? -1
    }
    if let date = coder.object(NSDate.self, prefix + "ArrivalDate") {
      fields.arrivalDate = date._bridgeToSwift()
    }
    if let date = coder.object(NSDate.self, prefix + "DepartureDate") {
      fields.departureDate = date._bridgeToSwift()
    }
    self.fields = fields
    super.init()
  }

  /// Writes the visit to an archive, in Apple's form.
  open func encode(with coder: NSCoder) {
    let prefix = Self.keyPrefix
    coder.encode(fields.coordinate.latitude, forKey: prefix + "Latitude")
    coder.encode(fields.coordinate.longitude, forKey: prefix + "Longitude")
    coder.encode(fields.horizontalAccuracy, forKey: prefix + "HorizontalAccuracy")
    coder.encode(fields.arrivalDate._bridgeToObjectiveC(), forKey: prefix + "ArrivalDate")
    coder.encode(fields.departureDate._bridgeToObjectiveC(), forKey: prefix + "DepartureDate")
  }

  private static let keyPrefix = "kCLVisitCodingKey"

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

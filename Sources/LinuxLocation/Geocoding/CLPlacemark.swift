// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A place with its address; unknown parts are `nil`.
///
/// Immutable. Offline it is a town, without a street; see docs/geocoding.md.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct Fields: Codable, Sendable {
    var location: CLLocation?
    var circle: GeoCircle?
    var timeZone: String?
    var texts: [Text: String] = [:]
    var areasOfInterest: [String] = []

    /// All but the location, which is an object of its own in archives.
    private enum CodingKeys: CodingKey { case circle, timeZone, texts, areasOfInterest }

    /// The parts of an address; the raw values are the keys in archives.
    enum Text: String, Codable, CodingKeyRepresentable, CaseIterable {
      case name, thoroughfare, subThoroughfare, locality, subLocality, administrativeArea
      case subAdministrativeArea, postalCode, isoCountryCode, country, inlandWater, ocean
    }

    subscript(text: Text) -> String? {
      get { texts[text] }
      set { texts[text] = newValue }
    }
  }

  let fields: Fields

  init(_ fields: Fields) {
    self.fields = fields
    super.init()
  }

  /// Creates a placemark about which nothing is known, for subclasses to override.
  public override init() {
    fields = Fields()
    super.init()
  }

  /// Creates a copy of a placemark.
  public init(placemark: CLPlacemark) {
    fields = placemark.fields
    super.init()
  }

  // MARK: Where

  /// Its location, whose accuracy is the radius of the ``region``, or 0 if that is unknown.
  open var location: CLLocation? { fields.location }

  /// A circle that contains the place; for a town, an estimate from its population.
  open var region: CLRegion? {
    fields.circle.map {
      CLCircularRegion(
        center: $0.center, radius: $0.radius,
        identifier: $0.center.text + String(format: " radius %.2f", $0.radius))
    }
  }

  /// The time zone; unknown if a server answered.
  open var timeZone: TimeZone? { fields.timeZone.flatMap(TimeZone.init(identifier:)) }

  // MARK: Address

  /// The name of the place: a business, a street with its number, or the town.
  open var name: String? { fields[.name] }

  /// The street.
  open var thoroughfare: String? { fields[.thoroughfare] }

  /// The house number.
  open var subThoroughfare: String? { fields[.subThoroughfare] }

  /// The town.
  open var locality: String? { fields[.locality] }

  /// The district of the town.
  open var subLocality: String? { fields[.subLocality] }

  /// The state or province; in the United States, Canada and Australia its abbreviation.
  open var administrativeArea: String? { fields[.administrativeArea] }

  /// The county.
  open var subAdministrativeArea: String? { fields[.subAdministrativeArea] }

  /// The postal code.
  open var postalCode: String? { fields[.postalCode] }

  /// The country: two capital letters, ISO 3166-1.
  open var isoCountryCode: String? { fields[.isoCountryCode] }

  /// The country, in the requested language.
  open var country: String? { fields[.country] }

  /// The lake or river that the place is in.
  open var inlandWater: String? { fields[.inlandWater] }

  /// The ocean that the place is in.
  open var ocean: String? { fields[.ocean] }

  /// Sights in the area.
  open var areasOfInterest: [String]? {
    fields.areasOfInterest.isEmpty ? nil : fields.areasOfInterest
  }

  /// The known parts of the address, by the keys of Apple's Address Book; `nil` if there are none.
  @available(*, deprecated, message: "Use the properties of CLPlacemark")
  open var addressDictionary: [AnyHashable: Any]? { addressEntries }

  // MARK: Objects

  /// Returns itself, since it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Its name, address, location and region in one line.
  open override var description: String {
    var text = ([name].compactMap(\.self) + addressLines).joined(separator: ", ")
    if let location {
      text +=
        " @ " + location.coordinate.text + String(format: " +/- %.2fm", location.horizontalAccuracy)
    }
    if let region { text += ", region \(region)" }
    return text
  }

  /// Always `true`.
  open class var supportsSecureCoding: Bool { true }

  /// Creates a placemark from an archive; parts that are missing there are `nil`.
  public required init?(coder: NSCoder) {
    var fields = coder.decode(Fields.self, of: CLPlacemark.self) ?? Fields()
    if coder.containsValue(forKey: Self.locationKey) {
      fields.location = coder.decodeObject(of: CLLocation.self, forKey: Self.locationKey)
    }
    self.fields = fields
    super.init()
  }

  /// Writes everything to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(fields, of: CLPlacemark.self)
    if let location = fields.location { coder.encode(location, forKey: Self.locationKey) }
  }

  private static let locationKey = "CoreLocation.CLPlacemark.location"
}

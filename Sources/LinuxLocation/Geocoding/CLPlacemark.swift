// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses are responsible for theirs.
/// A place with its address; unknown parts are `nil`.
///
/// Immutable. Offline it is a town, without a street; see docs/geocoding.md.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct Fields: Sendable {
    var location: CLLocation?
    var circle: GeoCircle?
    var timeZone: String?
    var texts: [Text: String] = [:]
    var areasOfInterest: [String] = []

    /// The parts of an address; the raw values are the keys of Apple's Address Book.
    enum Text: String, CaseIterable {
      case name = "Name"
      case thoroughfare = "Thoroughfare"
      case subThoroughfare = "SubThoroughfare"
      case locality = "City"
      case subLocality = "SubLocality"
      case administrativeArea = "State"
      case subAdministrativeArea = "SubAdministrativeArea"
      case postalCode = "ZIP"
      case isoCountryCode = "CountryCode"
      case country = "Country"
      case inlandWater = "InlandWater"
      case ocean = "Ocean"
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

  /// Apple's class, by which an archive is read where this one does not exist.
  open override class func classFallbacksForKeyedArchiver() -> [String] { ["CLPlacemark"] }

  /// Creates a placemark from an archive, of an Apple device too; parts that are missing there are `nil`.
  public required init?(coder: NSCoder) {
    let prefix = Self.keyPrefix
    var fields = Fields()
    fields.location = coder.object(CLLocation.self, prefix + "Location")
    fields.circle = coder.object(CLCircularRegion.self, prefix + "Region")
      .map { GeoCircle(center: $0.center, radius: $0.radius) }
    fields.areasOfInterest = coder.texts(prefix + "AreasOfInterest")
    let address = coder.textDictionary(prefix + "Address")
    for text in Fields.Text.allCases { fields[text] = address[text.rawValue] }
    fields.timeZone = coder.text(Self.timeZoneKey)
    self.fields = fields
    super.init()
  }

  /// Writes everything to an archive, in Apple's form, which does not contain the time zone; that has a key of ours.
  open func encode(with coder: NSCoder) {
    let prefix = Self.keyPrefix
    coder.encode(fields.location, forKey: prefix + "Location")
    coder.encode(region, forKey: prefix + "Region")
    let areas = fields.areasOfInterest.map(NSString.init(string:))
    coder.encode(areas.isEmpty ? nil : NSArray(array: areas), forKey: prefix + "AreasOfInterest")
    let address = NSMutableDictionary()
    for (text, value) in fields.texts {
      address.setObject(NSString(string: value), forKey: NSString(string: text.rawValue))
    }
    coder.encode(address.count == 0 ? nil : address.copy(), forKey: prefix + "Address")
    coder.encode(fields.timeZone.map(NSString.init(string:)), forKey: Self.timeZoneKey)
  }

  private static let keyPrefix = "kCLPlacemarkCodingKey"
  private static let timeZoneKey = "CoreLocation.CLPlacemark.timeZone"
}

/// The address as lines and as a dictionary.
extension CLPlacemark {
  private static let streetKey = "Street"
  private static let linesKey = "FormattedAddressLines"

  /// Street with number, town, region with postal code, country: those that are known.
  var addressLines: [String] {
    [street, locality, Self.joined([administrativeArea, postalCode]), country].compactMap(\.self)
  }

  private var street: String? { Self.joined([subThoroughfare, thoroughfare]) }

  private static func joined(_ parts: [String?]) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// The known parts of the address, by the keys of Apple's Address Book; `nil` if there are none.
  var addressEntries: [AnyHashable: Any]? {
    var dictionary: [AnyHashable: Any] = [:]
    for (text, value) in fields.texts { dictionary[text.rawValue] = value }
    if let street { dictionary[Self.streetKey] = street }
    if !addressLines.isEmpty { dictionary[Self.linesKey] = addressLines }
    return dictionary.isEmpty ? nil : dictionary
  }

  /// Returns the search text for an address dictionary; empty if that has no known part.
  static func searchText(_ dictionary: [AnyHashable: Any]) -> String {
    func text(_ key: String) -> String? {
      (dictionary[key] as? String).flatMap { $0.isEmpty ? nil : $0 }
    }
    func text(_ part: Fields.Text) -> String? { text(part.rawValue) }
    let street = text(streetKey) ?? joined([text(.subThoroughfare), text(.thoroughfare)])
    let region = joined([text(.administrativeArea), text(.postalCode)])
    let parts = [street, text(.locality), region, text(.country) ?? text(.isoCountryCode)]
      .compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    return (dictionary[linesKey] as? [String])?.joined(separator: ", ") ?? ""
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

// Proof of Sendable: its one stored property is a constant of a Sendable type; subclasses answer for theirs.
/// A place with its address, as far as it is known: what is not known is `nil`.
///
/// Immutable. Offline it is a town, and there is no street; see docs/geocoding.md.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// All that is stored.
  struct Fields: Sendable {
    var location: CLLocation?
    var circle: GeoCircle?
    var timeZone: String?
    var texts: [Text: String] = [:]
    var areasOfInterest: [String] = []

    /// The parts of an address; the raw values are the keys in archives.
    enum Text: String, CaseIterable {
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

  /// A place of which nothing is known, for subclasses to fill.
  public override init() {
    fields = Fields()
    super.init()
  }

  /// The same place as another one.
  public init(placemark: CLPlacemark) {
    fields = placemark.fields
    super.init()
  }

  // MARK: Where

  /// The place; its accuracy is the radius of the ``region``, and 0 if that is not known.
  open var location: CLLocation? { fields.location }

  /// A circle that holds the place: of a town an estimate from its population.
  open var region: CLRegion? {
    fields.circle.map {
      CLCircularRegion(
        center: $0.center, radius: $0.radius,
        identifier: $0.center.text + String(format: " radius %.2f", $0.radius))
    }
  }

  /// The time zone; of a server's answer it is not known.
  open var timeZone: TimeZone? { fields.timeZone.flatMap(TimeZone.init(identifier:)) }

  // MARK: Address

  /// What the place is called: a business, a street with its number, or the town.
  open var name: String? { fields[.name] }

  /// The street.
  open var thoroughfare: String? { fields[.thoroughfare] }

  /// The number in the street.
  open var subThoroughfare: String? { fields[.subThoroughfare] }

  /// The town.
  open var locality: String? { fields[.locality] }

  /// The part of the town.
  open var subLocality: String? { fields[.subLocality] }

  /// The state or province; in the United States, Canada and Australia its abbreviation.
  open var administrativeArea: String? { fields[.administrativeArea] }

  /// The county.
  open var subAdministrativeArea: String? { fields[.subAdministrativeArea] }

  /// The postal code.
  open var postalCode: String? { fields[.postalCode] }

  /// The country: two capital letters, ISO 3166-1.
  open var isoCountryCode: String? { fields[.isoCountryCode] }

  /// The country in the language asked for.
  open var country: String? { fields[.country] }

  /// The lake or river that the place is in.
  open var inlandWater: String? { fields[.inlandWater] }

  /// The ocean that the place is in.
  open var ocean: String? { fields[.ocean] }

  /// What is worth seeing there.
  open var areasOfInterest: [String]? {
    fields.areasOfInterest.isEmpty ? nil : fields.areasOfInterest
  }

  /// What is known of the address, by the keys of Apple's Address Book; `nil` if nothing is.
  @available(*, deprecated, message: "Use the properties of CLPlacemark")
  open var addressDictionary: [AnyHashable: Any]? { addressEntries }

  // MARK: Objects

  /// Itself, for it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Name, address, place and region in one line.
  open override var description: String {
    var text = ([name].compactMap(\.self) + addressLines).joined(separator: ", ")
    if let location {
      text +=
        " @ " + location.coordinate.text + String(format: " +/- %.2fm", location.horizontalAccuracy)
    }
    if let region { text += ", region \(region)" }
    return text
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// A placemark from an archive; what is missing there is `nil`.
  public required init?(coder: NSCoder) {
    fields = Fields(coder)
    super.init()
  }

  /// Writes everything to an archive.
  open func encode(with coder: NSCoder) { fields.encode(with: coder) }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization

extension NSCoder {
  /// Writes what a class stores as one value, under a key that no subclass uses for what it stores itself.
  func encode(_ values: some Encodable, of owner: AnyClass) {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(values) else { return }
    encode(NSData(data: data), forKey: Self.key(owner))
  }

  /// Reads what a class has stored; `nil` if the archive does not contain it, or it is damaged.
  func decode<Values: Decodable>(_ type: Values.Type, of owner: AnyClass) -> Values? {
    let key = Self.key(owner)
    // Decoding a missing key would be an error of the archive.
    guard containsValue(forKey: key), let data = decodeObject(of: NSData.self, forKey: key) else {
      return nil
    }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? BoundedDecoding.json(type, from: Array(Data(referencing: data)), by: decoder)
  }

  private static func key(_ owner: AnyClass) -> String { "CoreLocation.\(owner)" }
}

/// A coordinate in values that are archived, since applications may declare that coordinates are `Codable` themselves.
@propertyWrapper
struct ArchivedCoordinate: Codable, Sendable {
  var wrappedValue: CLLocationCoordinate2D

  init(wrappedValue: CLLocationCoordinate2D) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    wrappedValue = CLLocationCoordinate2D(
      latitude: try values.decode(Double.self), longitude: try values.decode(Double.self))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(wrappedValue.latitude)
    try values.encode(wrappedValue.longitude)
  }
}

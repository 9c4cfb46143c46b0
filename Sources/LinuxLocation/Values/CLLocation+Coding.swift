// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The representation of a location in an archive.

import Foundation

extension CLLocation.Fields {
  private static let numbers: [(key: String, path: any WritableKeyPath<Self, Double> & Sendable)] =
    [
      ("latitude", \.coordinate.latitude),
      ("longitude", \.coordinate.longitude),
      ("altitude", \.altitude),
      ("ellipsoidalAltitude", \.ellipsoidalAltitude),
      ("horizontalAccuracy", \.horizontalAccuracy),
      ("verticalAccuracy", \.verticalAccuracy),
      ("course", \.course),
      ("courseAccuracy", \.courseAccuracy),
      ("speed", \.speed),
      ("speedAccuracy", \.speedAccuracy),
    ]
  private static let time = "timestamp"
  private static let flags: [(key: String, path: any WritableKeyPath<Self, Bool> & Sendable)] = [
    ("isSimulatedBySoftware", \.isSimulatedBySoftware),
    ("isProducedByAccessory", \.isProducedByAccessory),
  ]

  init?(_ coder: NSCoder) {
    guard coder.containsValue(forKey: Self.time) else { return nil }
    self.init(
      timestamp: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: Self.time)))
    for (key, path) in Self.numbers where coder.containsValue(forKey: key) {
      self[keyPath: path] = coder.decodeDouble(forKey: key)
    }
    for (key, path) in Self.flags where coder.containsValue(forKey: key) {
      self[keyPath: path] = coder.decodeBool(forKey: key)
    }
  }

  func encode(with coder: NSCoder) {
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Self.time)
    for (key, path) in Self.numbers { coder.encode(self[keyPath: path], forKey: key) }
    for (key, path) in Self.flags { coder.encode(self[keyPath: path], forKey: key) }
  }
}

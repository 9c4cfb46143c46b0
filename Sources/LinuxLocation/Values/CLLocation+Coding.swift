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
  private static let isSimulated = "isSimulatedBySoftware"
  private static let isFromAccessory = "isProducedByAccessory"

  init?(_ coder: NSCoder) {
    guard coder.containsValue(forKey: Self.time) else { return nil }
    self.init(
      timestamp: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: Self.time)))
    for (key, path) in Self.numbers where coder.containsValue(forKey: key) {
      self[keyPath: path] = coder.decodeDouble(forKey: key)
    }
    guard coder.containsValue(forKey: Self.isSimulated) else { return }
    source = CLLocation.Source(
      isSimulatedBySoftware: coder.decodeBool(forKey: Self.isSimulated),
      isProducedByAccessory: coder.decodeBool(forKey: Self.isFromAccessory))
  }

  func encode(with coder: NSCoder) {
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Self.time)
    for (key, path) in Self.numbers { coder.encode(self[keyPath: path], forKey: key) }
    guard let source else { return }
    coder.encode(source.isSimulatedBySoftware, forKey: Self.isSimulated)
    coder.encode(source.isProducedByAccessory, forKey: Self.isFromAccessory)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package struct Stay: Hashable, Sendable, Codable {
  /// Degrees.
  package var latitude: Double
  /// Degrees.
  package var longitude: Double
  /// The distance of the farthest fix, meters, but no less than the best accuracy.
  package var accuracy: Double
  /// Seconds since 1970, by the receiver's clock; `nil` if it began before it was observed.
  package var arrival: Double?
  /// Seconds since 1970; `nil` while it lasts.
  package var departure: Double?
}

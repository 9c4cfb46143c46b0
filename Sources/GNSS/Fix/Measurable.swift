// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How large the numbers of a fix can be. Far more than is true of any, but so little that rounding, scaling and adding them
// cannot overflow: what is larger counts as unknown where it is read.

extension Double {
  /// The magnitude from which on a number is nothing that a receiver measures, in whichever unit.
  package static let immeasurable = 9e8

  /// The number itself; `nil` if no receiver measures as much, or if it is not a number.
  package var ifMeasurable: Double? { magnitude < Self.immeasurable ? self : nil }
}

extension Int {
  /// The number itself; `nil` if it is not from 0 to 65,535, the most satellites or stations that a sentence can say.
  package var ifCountable: Int? { 0...65_535 ~= self ? self : nil }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// What locations are used for, which determines when updates may pause.
public enum CLActivityType: Int, Sendable {
  /// Anything else.
  case other = 1
  /// A car on roads.
  case automotiveNavigation = 2
  /// On foot or by bicycle.
  case fitness = 3
  /// A boat, a train, or a vehicle off the roads.
  case otherNavigation = 4
  /// In the air.
  case airborne = 5
  /// On the water; updates never pause, because a boat at anchor swings, and may drag.
  case maritime = 6
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Logging

extension LocationEngine {
  /// The engine of the simulation in which the calling task runs; `nil` outside of one.
  ///
  /// Only a package that links CoreLocationTesting can set it.
  @TaskLocal package static var simulated: LocationEngine?

  /// The engine for objects that the caller creates: that of its simulation, else that of the process.
  static var current: LocationEngine { simulated ?? shared }

  /// Creates the engine of a simulation, which reads and writes no files.
  package convenience init(
    simulating source: any PositionSource, authorizer: any Authorizer, traffic: DeliveryTraffic
  ) {
    self.init(
      source: source, authorizer: authorizer, directory: nil,
      logger: Logger(label: "CoreLocation"), linger: .zero, traffic: traffic)
  }

  /// Calls code of an application, within the simulation of this engine if it belongs to one.
  func call(_ body: () -> Void) {
    if traffic == nil { body() } else { Self.$simulated.withValue(self, operation: body) }
  }
}

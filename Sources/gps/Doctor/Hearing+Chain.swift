// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Why the position comes from where it does: the location service, then receivers, then GeoClue.

import GNSS
import GNSSReceiver

extension Hearing {
  /// Returns the finding on where positions come from, if a program names no receiver.
  ///
  /// - Parameter obstacle: why GeoClue is not asked; `nil` if it may be.
  func chain(obstacle: String?) -> Finding {
    if fix?.source == .geoClue {
      return Finding(
        .warning, .source,
        "positions come from GeoClue, since neither a receiver nor the location service has one",
        why: "GeoClue knows where the networks around this machine are, or asks other programs.")
    }
    if fix != nil {
      let isService = status.current?.candidate.place.traits.contains(.isService) == true
      let others = status.spares.map(\.candidate.name)
      let source =
        isService
        ? "the location service, which comes before every port"
        : "\(fixPlace ?? "a receiver"), "
          + (others.isEmpty
            ? "the only receiver with one" : "before \(others.joined(separator: ", "))")
      return Finding(.good, .source, "positions come from \(source)")
    }
    if let lastResortFailure {
      return Finding(
        .warning, .source, "GeoClue, which is asked last, cannot be used",
        why: sentence(lastResortFailure))
    }
    if let obstacle {
      return Finding(.warning, .source, "GeoClue is not asked", why: sentence(obstacle))
    }
    return Finding(
      .warning, .source, "GeoClue, which is asked last, had no position",
      why: "Its sources are set in /etc/geoclue/geoclue.conf.",
      commands: ["gps watch --device geoclue:"])
  }
}

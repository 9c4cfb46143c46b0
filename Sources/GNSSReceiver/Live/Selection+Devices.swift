// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverDiscovery

extension ReceiverSupervisor.Selection {
  /// What it consists of, in order of preference.
  package var parts: [ReceiverSupervisor.Selection] {
    if case .inOrder(let parts) = self { parts } else { [self] }
  }

  /// Whether it is a place that is not a device known to udev.
  var isPlace: Bool { if case .place = self { true } else { false } }

  /// Returns what a device is tried as; `nil` if it is not.
  func candidate(for device: SerialDevice) -> Candidate? {
    for (preference, part) in parts.enumerated() {
      guard var candidate = part.single(for: device) else { continue }
      candidate.preference = preference
      return candidate
    }
    return nil
  }

  private func single(for device: SerialDevice) -> Candidate? {
    let assessment = ReceiverCatalog.assess(device)
    var (identity, path) = (device.identity.rawValue, device.node)
    switch self {
    case .place, .inOrder: return nil
    case .automatic: if assessment.likelihood == .notAReceiver { return nil }
    case .device(let selector):
      let matches = selector.matches(device)
      if let named = selector.path {
        // The candidate is known by the path that was given; the device's events tell when to try it again.
        guard matches || named == device.node || device.links.contains(named) else { return nil }
        (identity, path) = ("tty:\(named)", named)
      } else if !matches {
        return nil
      }
    }
    return Candidate(
      identity: identity, place: SerialPlace(path), model: assessment.name,
      likelihood: Candidate.Likelihood(assessment.likelihood))
  }
}

extension Candidate.Likelihood {
  fileprivate init(_ likelihood: ReceiverLikelihood) {
    self =
      switch likelihood {
      case .certain: .certain
      case .likely: .likely
      case .possible: .possible
      case .notAReceiver: .unlikely
      }
  }
}

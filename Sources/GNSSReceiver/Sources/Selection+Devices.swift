// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverDiscovery

extension ReceiverSupervisor.Selection {
  /// What it consists of, in order of preference.
  package var parts: [ReceiverSupervisor.Selection] {
    if case .inOrder(let parts) = self { parts } else { [self] }
  }

  /// Whether it is a source that is not a device known to udev.
  var isSource: Bool { if case .source = self { true } else { false } }

  /// Returns what a device is tried as; `nil` if it is not.
  func source(for device: SerialDevice) -> Source? {
    for (preference, part) in parts.enumerated() {
      guard var source = part.single(for: device) else { continue }
      source.preference = preference
      return source
    }
    return nil
  }

  private func single(for device: SerialDevice) -> Source? {
    let assessment = ReceiverCatalog.assess(device)
    var (identity, path) = (device.identity.rawValue, device.node)
    switch self {
    case .source, .inOrder: return nil
    case .automatic: if assessment.likelihood == .notAReceiver { return nil }
    case .device(let selector):
      let matches = selector.matches(device)
      if let named = selector.path {
        // The source is known by the path that was given; the device's events tell when to try it again.
        guard matches || named == device.node || device.links.contains(named) else { return nil }
        (identity, path) = ("tty:\(named)", named)
      } else if !matches {
        return nil
      }
    }
    return Source(
      identity: identity, kind: SerialSource(path), model: assessment.name,
      likelihood: Source.Likelihood(assessment.likelihood))
  }
}

extension Source.Likelihood {
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

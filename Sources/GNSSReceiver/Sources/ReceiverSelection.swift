// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols
import ReceiverDiscovery

extension ReceiverSupervisor.Selection {
  /// Reads a selection by the user: `auto`, the path of a port, `usb:1546:01a8[:serial]`, or one of ``kinds``.
  ///
  /// - Parameter introduction: what this program tells a service about itself.
  package init(
    _ text: String, introduction: ClientIntroduction = ClientIntroduction(name: nil)
  ) throws(SelectionError) {
    if text.isEmpty || text == "auto" {
      self = .automatic
      return
    }
    for kind in Self.kinds {
      if let source = try kind.init(named: text, introduction: introduction) {
        self = .source(source, text)
        return
      }
    }
    do throws(DeviceSelectorError) {
      self = .device(try DeviceSelector(text))
    } catch {
      throw SelectionError(text: text, expectation: "\(Self.forms) or replay:file")
    }
  }

  /// Selects several receivers, in order of preference; one is itself.
  package static func inOrder(
    of selections: [ReceiverSupervisor.Selection]
  ) -> ReceiverSupervisor.Selection {
    selections.count == 1 ? selections[0] : .inOrder(selections)
  }

  /// The kinds of sources that have names.
  package static let kinds: [any NamedSource.Type] = [
    ServerSource.self, DatagramSource.self, UnixSocketSource.self, GpsdSource.self,
    ServiceSource.self,
    GeoClueSource.self, StandardInputSource.self,
  ]

  /// The forms of names that are understood, for people.
  package static let forms =
    (["a path", "usb:1546:01a8[:serial]"] + kinds.map { $0.form }).joined(separator: ", ")

  /// Selects one source that the user has named with this text.
  package static func source(_ kind: some SourceKind, _ text: String)
    -> ReceiverSupervisor.Selection
  {
    .source(Source(identity: text, kind: kind, likelihood: .certain))
  }
}

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

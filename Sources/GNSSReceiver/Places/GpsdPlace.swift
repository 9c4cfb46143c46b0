// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol
package import ServiceProtocol

/// A gpsd that has a receiver, `gpsd://host[:port][/device]`.
package struct GpsdPlace: NamedPlace {
  package static let form = "gpsd://host[:port][/device]"

  let host: String
  let port: UInt16
  /// The path of the only device whose reports are wanted; `nil` for any.
  let device: String?

  package static let usualPort: UInt16 = 2947

  init(host: String, port: UInt16, device: String?) {
    self.host = host
    self.port = port
    self.device = device
  }

  /// Reads the name; without a host, it names a gpsd on this machine.
  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("gpsd://") else { return nil }
    let rest = name.dropFirst("gpsd://".count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    guard let address = HostAndPort(rest[..<slash], usualPort: Self.usualPort) else {
      throw SelectionError(text: name, expectation: Self.form)
    }
    self.init(
      host: address.host.isEmpty ? "localhost" : address.host, port: address.port,
      device: rest[slash...].utf8.count > 1 ? String(rest[slash...]) : nil)
  }

  package var name: String {
    let server = host.contains(":") ? "[\(host)]" : host
    return "gpsd://\(server):\(port)\(device ?? "")"
  }
  package var traits: PlaceTraits { .isRemote }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    let lookUp = Resolver(host, port, isDatagram: false, name, wakeUp: request.wakeUp)
    let link = SocketLink(lookUp, name, isDatagram: false)
    link.request = WatchChange.reports(of: device)
    return link
  }

  package var decoder: (any ReportDecoder)? { GpsdDecoder(name, device: device) }
}

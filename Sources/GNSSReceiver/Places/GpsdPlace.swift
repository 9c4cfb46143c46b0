// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol

/// A gpsd that has the receiver, `gpsd://host[:port][/device]`.
package struct GpsdPlace: Place {
  let host: String
  let port: UInt16
  /// The one device to hear of, a path; `nil` for any.
  let device: String?

  package static let usualPort: UInt16 = 2947

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

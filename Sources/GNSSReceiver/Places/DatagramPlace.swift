// Core Location for Linux. SPDX-License-Identifier: MIT

package import ServiceProtocol

/// Datagrams that are sent to this machine, `udp://:port`.
package struct DatagramPlace: NamedPlace {
  package static let form = "udp://:port"

  /// The address to bind to; `nil` binds to all of them.
  let host: String?
  let port: UInt16

  init(host: String?, port: UInt16) {
    self.host = host
    self.port = port
  }

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("udp://") else { return nil }
    guard let address = HostAndPort(name.dropFirst("udp://".count)) else {
      throw SelectionError(text: name, expectation: "udp://:port or udp://address:port")
    }
    self.init(host: address.host.isEmpty ? nil : address.host, port: address.port)
  }

  package var name: String { "udp://\(host ?? ""):\(port)" }
  package var traits: PlaceTraits { [.isRemote, .isConnectionless] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    let lookUp = Resolver(host, port, isDatagram: true, name, wakeUp: request.wakeUp)
    return SocketLink(lookUp, name, isDatagram: true)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Datagrams that are sent to this machine, `udp://:port`.
package struct DatagramPlace: Place {
  /// The address to bind to; `nil` binds to all of them.
  let host: String?
  let port: UInt16

  package var name: String { "udp://\(host ?? ""):\(port)" }
  package var traits: PlaceTraits { [.isRemote, .isConnectionless] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    let lookUp = Resolver(host, port, isDatagram: true, name, wakeUp: request.wakeUp)
    return SocketLink(lookUp, name, isDatagram: true)
  }
}

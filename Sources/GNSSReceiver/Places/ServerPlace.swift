// Core Location for Linux. SPDX-License-Identifier: MIT

/// A server that sends what a receiver says, `tcp://host:port`.
package struct ServerPlace: Place {
  let host: String
  let port: UInt16

  package var name: String { "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
  package var traits: PlaceTraits { .isRemote }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    let lookUp = Resolver(host, port, isDatagram: false, name, wakeUp: request.wakeUp)
    return SocketLink(lookUp, name, isDatagram: false)
  }
}

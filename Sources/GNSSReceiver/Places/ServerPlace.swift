// Core Location for Linux. SPDX-License-Identifier: MIT

package import ServiceProtocol

/// A server that passes on what a receiver sends, `tcp://host:port`.
package struct ServerPlace: NamedPlace {
  package static let form = "tcp://host:port"

  let host: String
  let port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("tcp://") else { return nil }
    guard let address = HostAndPort(name.dropFirst("tcp://".count)), !address.host.isEmpty else {
      throw SelectionError(text: name, expectation: Self.form)
    }
    self.init(host: address.host, port: address.port)
  }

  package var name: String { "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
  package var traits: PlaceTraits { .isRemote }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    let lookUp = Resolver(host, port, isDatagram: false, name, wakeUp: request.wakeUp)
    return SocketLink(lookUp, name, isDatagram: false)
  }
}

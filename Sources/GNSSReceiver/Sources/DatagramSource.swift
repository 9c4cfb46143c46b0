// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import LocationProtocols

/// Datagrams that are sent to this machine, `udp://:port`.
package struct DatagramSource: NamedSource {
  package static let form = "udp://:port"

  /// The address to bind to; an empty host binds to all of them.
  private let address: HostAndPort

  init(host: String?, port: UInt16) { address = HostAndPort(host ?? "", port) }

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("udp://") else { return nil }
    guard let address = HostAndPort(name.dropFirst("udp://".count)), address.port > 0 else {
      throw SelectionError(text: name, expectation: "udp://:port or udp://address:port")
    }
    self.address = address
  }

  package var name: String { "udp://\(address)" }
  package var traits: SourceTraits { [.isRemote, .isConnectionless] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    let lookUp = HostLookUp(address, isDatagram: true, waking: request.wakeUp)
    return SocketConnection(lookUp, name, isDatagram: true)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import LocationProtocols

/// A server that passes on what a receiver sends, `tcp://host:port`.
package struct ServerSource: NamedSource {
  package static let form = "tcp://host:port"

  private let address: HostAndPort

  init(host: String, port: UInt16) { address = HostAndPort(host, port) }

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("tcp://") else { return nil }
    guard let address = HostAndPort(name.dropFirst("tcp://".count)), !address.host.isEmpty,
      address.port > 0
    else { throw SelectionError(text: name, expectation: Self.form) }
    self.address = address
  }

  package var name: String { "tcp://\(address)" }
  package var traits: SourceTraits { [.isRemote, .canBeWritten] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    SocketConnection(HostLookUp(address, waking: request.wakeUp), name)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import LocationProtocols

/// A gpsd that has a receiver, `gpsd://host[:port][/device]`.
package struct GpsdSource: NamedSource {
  package static let form = "gpsd://host[:port][/device]"

  private let address: HostAndPort
  /// The path of the only device whose reports are wanted; `nil` for any.
  private let device: String?

  package static let usualPort: UInt16 = 2947

  init(host: String, port: UInt16, device: String?) {
    (address, self.device) = (HostAndPort(host, port), device)
  }

  /// Reads the name; without a host, it names a gpsd on this machine.
  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("gpsd://") else { return nil }
    let rest = name.dropFirst("gpsd://".count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    guard var address = HostAndPort(rest[..<slash], usualPort: Self.usualPort), address.port > 0
    else { throw SelectionError(text: name, expectation: Self.form) }
    if address.host.isEmpty { address.host = "localhost" }
    self.address = address
    device = rest[slash...].utf8.count > 1 ? String(rest[slash...]) : nil
  }

  package var name: String { "gpsd://\(address)\(device ?? "")" }
  package var traits: SourceTraits { [.isRemote, .isProgram] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    let connection = SocketConnection(HostLookUp(address, waking: request.wakeUp), name)
    connection.request = WatchChange.reports(of: device)
    return connection
  }

  package func interpreter(_ options: SupervisionOptions) -> any Interpreter {
    GpsdInterpreter(name, device: device)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import LocationProtocols

/// A unix socket on which another program sends NMEA 0183, such as that of gnss-share: `unix:/path/of.sock`.
package struct UnixSocketSource: NamedSource {
  package static let form = "unix:/path/of.sock"

  /// The socket's absolute path.
  let path: String

  init(_ path: String) { self.path = path }

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix("unix:") else { return nil }
    path = String(name.dropFirst("unix:".count))
    guard path.hasPrefix("/") else { throw SelectionError(text: name, expectation: Self.form) }
  }

  package var name: String { "unix:\(path)" }
  package var traits: SourceTraits { [] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    do throws(SystemError) {
      return SocketConnection(connected: try UnixAddress(path).connect(), sending: [], name)
    } catch {
      guard error.errno == EACCES else { throw .network(NetworkError(errno: error.errno, name)) }
      throw .other(
        "cannot reach \(name): permission denied; ask for access to the socket and its directory")
    }
  }
}

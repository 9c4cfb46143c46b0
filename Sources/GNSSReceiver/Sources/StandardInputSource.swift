// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import LocationProtocols

/// Standard input, `-`.
package struct StandardInputSource: NamedSource {
  package static let form = "\"-\" for standard input"

  package init() {}

  package init?(named name: String, introduction: ClientIntroduction) {
    guard name == "-" else { return nil }
  }

  package var name: String { "standard input" }
  package var traits: SourceTraits { .ends }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    StandardInputConnection()
  }
}

/// Standard input, which this connection does not close.
final class StandardInputConnection: Connection {
  var descriptor: CInt { STDIN_FILENO }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome {
    let count = retryingOnInterrupt { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .hungUp }
    guard errno == EAGAIN else {
      throw .other(SystemError("read", "standard input", errno: errno).description)
    }
    return .nothing
  }
}

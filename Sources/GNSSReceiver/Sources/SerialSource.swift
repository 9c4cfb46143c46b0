// Core Location for Linux. SPDX-License-Identifier: MIT

/// A serial port, by its path.
package struct SerialSource: SourceKind {
  private let path: String

  package init(_ path: String) { self.path = path }

  package var name: String { path }
  package var traits: SourceTraits { [.hasRate, .canBeWritten] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    try SerialConnection(path: path, rate: request.rate, isWritten: request.isWritten)
  }
}

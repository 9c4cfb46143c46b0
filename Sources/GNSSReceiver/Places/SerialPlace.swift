// Core Location for Linux. SPDX-License-Identifier: MIT

/// A serial port, by its path.
package struct SerialPlace: Place {
  private let path: String

  package init(_ path: String) { self.path = path }

  package var name: String { path }
  package var traits: PlaceTraits { [.hasRate, .canBeWritten] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    try SerialLink(path: path, rate: request.rate, isWritten: request.isWritten)
  }
}

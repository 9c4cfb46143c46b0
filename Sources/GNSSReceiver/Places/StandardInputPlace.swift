// Core Location for Linux. SPDX-License-Identifier: MIT

/// Standard input.
package struct StandardInputPlace: Place {
  package var name: String { "standard input" }
  package var traits: PlaceTraits { .ends }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Link {
    StandardInputLink()
  }
}

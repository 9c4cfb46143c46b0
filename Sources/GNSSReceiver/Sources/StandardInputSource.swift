// Core Location for Linux. SPDX-License-Identifier: MIT

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

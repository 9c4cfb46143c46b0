// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

/// Values given as one option, separated by commas; upper and lower case are the same.
struct CommaList<Element: RawRepresentable & CaseIterable & Sendable>: FormedArgument,
  Sendable
where Element.RawValue == String {
  static var form: String {
    Element.allCases.map(\.rawValue).joined(separator: ",") + ", or some of them"
  }

  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  init?(text argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    elements = names.compactMap { name in
      Element.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    }
    guard elements.count == names.count else { return nil }
  }

  var defaultValueDescription: String {
    elements.isEmpty ? "none" : elements.map(\.rawValue).joined(separator: ",")
  }
}

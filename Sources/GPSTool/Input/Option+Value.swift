// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
import LinuxSystem

extension Option {
  /// Creates an option; the first text is what its value is called in the help.
  package init<Element: ExpressibleByArgument>(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    _ valueName: String, _ help: String
  ) where Value == Element? {
    self.init(name: name, parsing: parsing, help: .value(valueName, help))
  }

  package init(
    wrappedValue: Value, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .next, _ valueName: String, _ help: String
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: parsing, help: .value(valueName, help))
  }

  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long,
    parsing: ArrayParsingStrategy = .singleValue, _ valueName: String, _ help: String
  ) where Value == [Element] {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: parsing, help: .value(valueName, help))
  }

  /// Creates an option for a number in a range, which may be negative.
  ///
  /// - Parameter meaning: what to give in place of a number outside of the range, such as `meters`.
  package init<Number: LosslessStringConvertible & Comparable & Sendable>(
    name: NameSpecification = .long, _ valueName: String, _ help: String,
    in range: ClosedRange<Number>, of meaning: String
  ) where Value == Number? {
    self.init(name: name, parsing: .unconditional, help: .value(valueName, help)) {
      try number($0, in: range, of: meaning)
    }
  }

  /// Creates the same with a default value.
  package init(
    wrappedValue: Value, name: NameSpecification = .long, _ valueName: String, _ help: String,
    in range: ClosedRange<Value>, of meaning: String
  ) where Value: LosslessStringConvertible & Comparable & Sendable {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: .unconditional,
      help: .value(valueName, "\(help) (default: \(wrappedValue))")
    ) { try number($0, in: range, of: meaning) }
  }
}

private func number<Number: LosslessStringConvertible & Comparable>(
  _ text: String, in range: ClosedRange<Number>, of meaning: String
) throws -> Number {
  guard let number = Number(text) else { throw ValidationError("no number") }
  guard range.contains(number) else {
    let form = "\(meaning), from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
    ArgumentRefusal.form.withLock { $0 = form }
    throw ValidationError("outside of the range")
  }
  return number
}

/// Formats a number without a trailing `.0`.
package func plain(_ value: some LosslessStringConvertible) -> String {
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension ArgumentHelp {
  package static func value(_ name: String, _ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
package import LinuxSystem

/// A value that is read from a text of a certain form, which is part of the message about any other text.
package protocol FormedArgument: ExpressibleByArgument {
  /// What to give, with an example.
  static var form: String { get }

  init?(text: String)
}

extension FormedArgument {
  package init?(argument: String) {
    guard let value = Self(text: argument) else {
      ArgumentRefusal.current.form.withLock { $0 = Self.form }
      return nil
    }
    self = value
  }
}

/// What is said about a value that cannot be read.
package final class ArgumentRefusal: Sendable {
  /// That of the command line that is being parsed.
  @TaskLocal package static var current = ArgumentRefusal()

  /// What to give in place of the last value that could not be read: the parser has no place for it.
  package let form = Mutex<String?>(nil)
  /// What is added if that value seems to be meant for another option.
  package let remark = Mutex<String?>(nil)

  /// Returns the line for a message of the parser; `nil` for a message about anything else.
  func line(for message: String) -> String? {
    let (start, middle) = ("The value '", "' is invalid for '")
    guard message.hasPrefix(start), let mark = message.ranges(of: middle).last else { return nil }
    let value = message[..<mark.lowerBound].dropFirst(start.count)
    let rest = message[mark.upperBound...]
    // The name of an argument is that of its value.
    let name = rest.hasPrefix("<") ? "" : rest.prefix { $0 != " " && $0 != "'" } + " "
    let advice = Self.choices(in: rest) ?? form.withLock { $0 } ?? Self.number(besides: value)
    let remark = remark.withLock { $0 }.map { "; \($0)" } ?? ""
    return "cannot use \(name)\(value): give \(advice)\(remark)"
  }

  /// The values that the parser lists, in a sentence or below one another.
  private static func choices(in message: Substring) -> String? {
    guard let mark = message.firstRange(of: "Please provide one of ") else { return nil }
    let listed = message[mark.upperBound...].split(separator: "\n").compactMap { line in
      line.firstRange(of: "- ").map { line[$0.upperBound...] }
    }
    guard let last = listed.last else {
      return String(message[mark.upperBound...].filter { $0 != "'" && $0 != "." && $0 != "\n" })
        .replacing(" and ", with: " or ")
    }
    return listed.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func number(besides value: Substring) -> String {
    guard Double(value) != nil else { return "a number" }
    return Int(value) == nil ? "a whole number" : "a number that is not negative"
  }
}

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
    ArgumentRefusal.current.form.withLock { $0 = form }
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

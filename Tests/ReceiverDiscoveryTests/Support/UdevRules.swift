// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// An interpreter for the part of udev's language that the rules here use; it refuses everything else.
struct UdevRules {
  /// A term such as `ATTRS{idVendor}=="1546"`.
  private struct Term {
    let key: String
    let comparator: String
    let value: String
  }

  struct Refusal: Error {
    let line: String
  }

  /// The effect of rules on a device.
  struct Result {
    var tags: [String] = []
    var properties: [String: String] = [:]
  }

  private var rules: [[Term]] = []

  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      rules.append(try line.split(separator: ", ").map { try Self.term($0) })
    }
    // A jump leads forward to a label in the same file.
    for (index, rule) in rules.enumerated() {
      for term in rule where term.key == "GOTO" {
        let isThere = rules[index...].joined().contains {
          $0.key == "LABEL" && $0.value == term.value
        }
        guard isThere else { throw Refusal(line: "GOTO \(term.value)") }
      }
    }
  }

  private static func term(_ text: Substring) throws -> Term {
    let match = #/([A-Z]+(?:\{[A-Za-z_]+\})?)(==|!=|\+=|=)"([^"\\]*)"/#
    guard let parts = try match.wholeMatch(in: text)?.output else {
      throw Refusal(line: String(text))
    }
    return Term(key: String(parts.1), comparator: String(parts.2), value: String(parts.3))
  }

  /// Applies the rules to a device whose USB parent has these identifiers.
  func apply(
    action: String = "add", subsystem: String, vendor: String?, product: String?
  ) -> Result {
    let facts = [
      "ACTION": action, "SUBSYSTEM": subsystem, "ATTRS{idVendor}": vendor,
      "ATTRS{idProduct}": product, "ENV{DEVTYPE}": subsystem == "usb" ? "usb_device" : nil,
    ]
    var result = Result()
    var target: String?
    for rule in rules {
      if let label = target {
        guard rule.contains(where: { $0.key == "LABEL" && $0.value == label }) else { continue }
        target = nil
      }
      let fits = rule.allSatisfy { term in
        switch term.comparator {
        case "==": Self.matches(facts[term.key] ?? nil, term.value)
        case "!=": !Self.matches(facts[term.key] ?? nil, term.value)
        default: true
        }
      }
      guard fits else { continue }
      for term in rule {
        if term.key == "TAG" { result.tags.append(term.value) }
        if term.key.hasPrefix("ENV{"), term.comparator == "=" {
          result.properties[String(term.key.dropFirst(4).dropLast())] = term.value
        }
        if term.key == "GOTO" { target = term.value }
      }
    }
    return result
  }

  /// Returns whether a fact matches one of the shell patterns in `value`, which are separated by `|`.
  private static func matches(_ fact: String?, _ value: String) -> Bool {
    guard let fact else { return false }
    return value.split(separator: "|").contains { fnmatch(String($0), fact, 0) == 0 }
  }
}

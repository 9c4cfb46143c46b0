// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport

/// Generates fields: mostly those that receivers send, and all borderline cases.
struct FieldGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func any(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func digits(_ counts: ClosedRange<Int>) -> String {
    let count = Int.random(in: counts, using: &random)
    return String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
  }

  /// Returns a number of two digits, at most one above a limit.
  private mutating func pair(_ limit: Int) -> String {
    let number = Int.random(in: 0...limit + 1, using: &random)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns the text, in one of eight cases with one character changed.
  private mutating func spoilt(_ text: String) -> String {
    guard random.oneIn(8), !text.isEmpty else { return text }
    var characters = Array(text)
    let place = Int.random(in: 0..<characters.count, using: &random)
    characters[place] = Character(any(["x", ".", "-", "+", " ", ":", "/", "A", "~", "9"]))
    return String(characters)
  }

  mutating func number() -> String {
    let sign = any(["", "", "", "", "-", "+"])
    let whole = digits(random.oneIn(6) ? 0...22 : 0...4)
    let fraction = random.oneIn(3) ? "" : "." + digits(random.oneIn(6) ? 0...22 : 0...5)
    return spoilt(sign + whole + fraction)
  }

  mutating func hexadecimal() -> String {
    any(["", "0", "7", "A", "f", "1F", "ff", "00A", "0100", "00FF", "00001", "G", "1G", "-1", " 1"])
  }

  mutating func time() -> String {
    let whole = pair(24) + pair(60) + pair(61)
    return spoilt(whole + any(["", ".", "." + digits(1...3), "." + digits(1...22)]))
  }

  mutating func date() -> String { spoilt(pair(32) + pair(13) + digits(2...2)) }

  mutating func coordinate(_ hemispheres: String) -> String {
    let degrees = any([pair(90), pair(99), "0" + pair(99), "1" + pair(80), "", digits(1...4)])
    let decimals = any(["", ".", "." + digits(3...5), "." + digits(6...9), "." + digits(1...20)])
    let minutes = any(["", "", "", "00.00000000001"])
    let angle = minutes.isEmpty ? degrees + pair(61) + decimals : any(["90", "180"]) + minutes
    return any(["", "", "", "-", "+"]) + spoilt(angle) + any([",", ",", ",", ",", "", ",,"])
      + any(hemispheres.map(String.init)) + any(["", "", "", " ", "  "])
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GPSTool
import TestSupport
import Testing

@testable import gps

@Suite struct FindingTests {
  @Test func printsABlockOfText() {
    let finding = Finding(
      .problem, .permission, at: "/dev/ttyUSB0", "permission denied",
      why: "You are not in dialout.", commands: ["sudo usermod -aG dialout ada", "exit"])
    #expect(
      finding.lines() == [
        "✗ /dev/ttyUSB0: permission denied", "  You are not in dialout.",
        "      sudo usermod -aG dialout ada", "      exit",
      ])
  }

  @Test func breaksLongReasonsAndNoCommand() {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let lines = Finding(.warning, .line, "slow", why: words, commands: [words]).lines()
    // Fifteen words and the spaces between them are 74 characters, sixteen would be 79.
    #expect(lines.map(\.count) == [6, 2 + 74, 2 + 74, 2 + 49, 6 + 199])
  }

  @Test func showsNoControlCharacter() {
    let hostile = "/dev/\u{1B}[2J"
    let lines = Finding(.good, .device, at: hostile, hostile, why: hostile, commands: [hostile])
      .lines()
    #expect(lines.count == 3)
    for scalar in lines.joined().unicodeScalars {
      #expect(scalar.properties.generalCategory != .control)
    }
  }

  @Test func marksDifferWithoutColor() {
    let marks = [Finding.Severity.good, .warning, .problem].map(\.style.mark)
    #expect(Set(marks).count == 3)
  }

  @Test func printsAnObject() throws {
    let full = Finding(.problem, .modemManager, at: "/dev/x", "a", why: "b", commands: ["c"])
    let json = Data(try JSONLine.encode(full.members))
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    #expect(
      object as NSDictionary? == [
        "severity": "problem", "check": "modemManager", "device": "/dev/x", "what": "a",
        "why": "b", "commands": ["c"],
      ])
    let bare = String(
      decoding: try JSONLine.encode(Finding(.good, .fix, "a").members), as: UTF8.self)
    #expect(bare == #"{"check":"fix","severity":"good","what":"a"}"#)
  }

  /// Every word of the findings is in the manual.
  @Test func documentsItsWords() throws {
    let text = try Repository.text("docs/cli.md")
    let start = try #require(text.range(of: "## `gps doctor`"))
    let end = try #require(text[start.upperBound...].range(of: "\n## "))
    let chapter = text[start.upperBound..<end.lowerBound]
    let words =
      Finding.Check.allCases.map(\.rawValue) + Finding.Severity.allCases.map(\.rawValue)
      + ["check", "commands", "device", "severity", "what", "why"]
    for word in words { #expect(chapter.contains("`\(word)`"), "\(word)") }
    for severity in Finding.Severity.allCases { #expect(chapter.contains(severity.style.mark)) }
  }
}

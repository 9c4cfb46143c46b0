// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

@Suite struct TerminalPromptTests {
  private static func question(
    _ text: String, name: String = "Weather", _ kind: AuthorizationQuestion.Kind = .permission
  ) -> AuthorizationQuestion {
    AuthorizationQuestion(
      number: 1, kind: kind,
      application: ApplicationIdentity(identifier: "/opt/weather", name: name), text: text)
  }

  @Test func showsWhoAsksWhyAndWhatCanBeSaid() {
    #expect(
      TerminalPrompt(Self.question("Rain is where you are.")).text == """

        "Weather" would like to use your location.
          which is /opt/weather
          | Rain is where you are.
          1  Allow Once
          2  Allow While Using App
          3  Don't Allow
        Your choice, 1 to 3: \("")
        """)
  }

  @Test func asksForAlways() {
    let text = TerminalPrompt(Self.question("x", .always)).text
    #expect(text.contains("even when you are not using it.\n"))
    #expect(text.contains("\n  1  Keep Only While Using\n  2  Change to Always Allow\n"))
  }

  @Test func asksForFullAccuracy() {
    let text = TerminalPrompt(Self.question("x", .temporaryFullAccuracy(purposeKey: "k"))).text
    #expect(text.contains("\n  1  Allow Once\n  2  Don't Allow\nYour choice, 1 to 2: "))
  }

  @Test(
    arguments: [
      ("an escape", "a\u{1B}[2Jb", "  | a\\u{1b}[2Jb"),
      ("an escape of one character", "a\u{9B}2Jb", "  | a\\u{9b}2Jb"),
      ("a choice of its own", "x\n  1  Don't Allow\n", "  | x 1 Don't Allow"),
      ("another end of line", "x\u{2028}y\ry\u{85}z", "  | x y y z"),
      ("backwards", "x\u{202E}y", "  | x\\u{202e}y"),
      ("bells and backspaces", "x\u{7}\u{8}", "  | x\\u{7}\\u{8}"),
      ("empty", " \n ", "  | "),
    ])
  func tamesTheText(why: String, text: String, line: String) {
    let lines = TerminalPrompt(Self.question(text)).text.split(separator: "\n")
    #expect(lines.count == 7, "\(why)")
    #expect(lines.dropFirst(2).first.map(String.init) == line, "\(why)")
    let names = TerminalPrompt(Self.question("", name: text)).text.split(separator: "\n")
    #expect(
      names.first.map(String.init) == "\"\(line.dropFirst(4))\" would like to use your location.")
  }

  @Test func cutsLongTextsOff() {
    let text = TerminalPrompt(Self.question(String(repeating: "ä", count: 601))).text
    #expect(text.contains("  | \(String(repeating: "ä", count: 600))…\n"))
    // One character of a thousand scalars.
    let tower = TerminalPrompt(Self.question("a" + String(repeating: "\u{301}", count: 999))).text
    #expect(tower.unicodeScalars.count < 900)
  }

  @Test(
    arguments: [
      ("a choice", "2\n", .ended(.chosen(.allowWhileUsing))),
      ("with spaces", " 3 \n", .ended(.chosen(.dontAllow))),
      ("of a raw terminal", "1\r", .ended(.chosen(.allowOnce))),
      ("no choice", "4\n", .misunderstood), ("no choice", "0\n", .misunderstood),
      ("no number", "yes\n", .misunderstood), ("nothing", "\n", .misunderstood),
      ("too much", "1 2\n", .misunderstood),
      ("too much", "11111111111111111111111\n", .misunderstood),
      ("interrupt of a raw terminal", "1\u{3}", .ended(.unanswered)),
      ("end of a raw terminal", "\u{4}", .ended(.unanswered)), ("not yet", "1", .incomplete),
    ] as [(why: String, typed: String, reading: TerminalPrompt.Reading)])
  func understandsWhatIsTyped(why: String, typed: String, reading: TerminalPrompt.Reading) {
    var prompt = TerminalPrompt(Self.question("x"))
    let readings = typed.utf8.map { prompt.take($0) }
    #expect(readings.last == reading, "\(why)")
    #expect(readings.dropLast().allSatisfy { $0 == .incomplete }, "\(why)")
  }
}

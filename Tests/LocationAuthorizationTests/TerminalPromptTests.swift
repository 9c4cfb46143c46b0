// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

@Suite struct TerminalPromptTests {
  private static func question(
    _ text: String, name: String = "Weather",
    _ kind: Question.Kind = .permission(forAlways: false)
  ) -> Question {
    Question(
      number: 1, kind: kind,
      application: ApplicationIdentity(identifier: "/opt/weather", name: name), text: text)
  }

  @Test func showsWhoAsksWhyAndWhatCanBeSaid() {
    let prompt = Self.prompt(Self.question("Rain is where you are."))
    #expect(
      prompt.text == """

          | "Weather" would like to use your location.
          | which is /opt/weather
          | Rain is where you are.
          1  Allow Once
          2  Allow While Using App
          3  Don't Allow

        """)
    #expect(prompt.invitation == "Your choice, 1 to 3: ")
  }

  private static func prompt(
    _ question: Question, width: Int = 80
  ) -> TerminalPrompt {
    TerminalPrompt(question, width: width)
  }

  @Test func showsTheFileBesideTheIdentifier() {
    let identity = ApplicationIdentity(
      identifier: "org.example.weather", executable: Executable(path: "/opt/weather"))
    let question = Question(
      number: 1, kind: .permission(forAlways: false), application: identity, text: "x")
    #expect(
      Self.prompt(question).text.contains("\n  | which is org.example.weather, /opt/weather\n"))
  }

  @Test func asksForAlways() {
    let text = Self.prompt(Self.question("x", .always(isProvisional: false))).text
    #expect(text.contains("even when you are not using it.\n"))
    #expect(text.contains("\n  1  Keep Only While Using\n  2  Change to Always Allow\n"))
  }

  @Test func asksForFullAccuracy() {
    let text = Self.prompt(Self.question("x", .temporaryFullAccuracy(purposeKey: "k"))).text
    #expect(text.hasSuffix("\n  1  Allow Once\n  2  Don't Allow\n"))
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
    let lines = Self.prompt(Self.question(text)).text.split(separator: "\n")
    #expect(lines.count == 6, "\(why)")
    #expect(lines.dropFirst(2).first.map(String.init) == line, "\(why)")
    let names = Self.prompt(Self.question("", name: text)).text.split(separator: "\n")
    #expect(
      names.first.map(String.init)
        == "  | \"\(line.dropFirst(4))\" would like to use your location.", "\(why)")
  }

  @Test func cutsLongTextsOff() {
    let text = Self.prompt(Self.question(String(repeating: "ä", count: 601))).text
    #expect(text.unicodeScalars.count { $0 == "ä" } == 600 && text.contains("…\n  1  "))
    // A single character of a thousand scalars.
    let tower = Self.prompt(Self.question("a" + String(repeating: "\u{301}", count: 999))).text
    #expect(tower.unicodeScalars.count < 900)
  }

  /// Of a path of the maximum length, the beginning and the end are shown.
  @Test func leavesOutTheMiddleOfLongPaths() {
    let path = "/opt/" + String(repeating: "deep/", count: 800) + "weather"
    let question = Question(
      number: 1, kind: .permission(forAlways: false),
      application: ApplicationIdentity(identifier: ApplicationIdentifier(path)), text: "x")
    let text = Self.prompt(question).text
    #expect(text.utf8.count < 600)
    let shown = text.split(separator: "\n").map { $0.dropFirst(4) }.joined()
    #expect(
      shown.contains("which is/opt/deep/") && shown.contains("…") && shown.contains("/weather"))
  }

  /// Letters and symbols that look blank, in a text and in a name, on terminals of any width.
  @Test(
    arguments: [
      "\u{2800}", "\u{3164}", "\u{115F}", "\u{FFA0}", "\u{00A0}", "\u{3000}", "\u{FE0F}",
    ],
    [20, 40, 80, 200])
  func barsEveryRowWhateverIsPutBeforeAFalseChoice(blank: String, width: Int) {
    let attack = "x" + String(repeating: blank, count: 70) + "  2  Don't Allow 3  Allow"
    let identity = ApplicationIdentity(
      identifier: ApplicationIdentifier("/opt/\(attack)"), name: attack)
    let question = Question(
      number: 1, kind: .permission(forAlways: false), application: identity, text: attack)
    let rows = Self.prompt(question, width: width).text.split(separator: "\n")
    let choices = ["  1  Allow Once", "  2  Allow While Using App", "  3  Don't Allow"]
    let shown = rows.suffix(3).map { String($0) }
    #expect(shown == choices)
    for row in rows.dropLast(3) {
      #expect(row.hasPrefix("  | ") && !row.contains(blank), "\(row)")
      #expect(row.unicodeScalars.count < max(width, 21), "\(row)")
    }
  }

  /// Wide characters occupy two columns.
  @Test func countsWideCharactersTwice() {
    let rows = TerminalWords(String(repeating: "雨", count: 30), longest: 40).rows(width: 10)
    #expect(rows == ["雨雨雨雨雨", "雨雨雨雨雨", "雨雨雨雨雨", "雨雨雨雨雨", "…"])
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
    ] as [(why: String, typed: String, reply: TerminalPrompt.Reply)])
  func understandsWhatIsTyped(why: String, typed: String, reply: TerminalPrompt.Reply) {
    var prompt = Self.prompt(Self.question("x"))
    let replies = typed.utf8.map { prompt.received($0) }
    #expect(replies.last == reply, "\(why)")
    #expect(replies.dropLast().allSatisfy { $0 == .incomplete }, "\(why)")
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@testable import LinuxLocation
@testable import LocationAuthorization

@Suite struct ReplaceableAskerTests {
  private final class Terminal: AuthorizationAsker {
    let events = Mutex<[String]>([])

    func ask(
      _ question: Question,
      answer: @escaping @Sendable (AuthorizationOutcome) -> Void
    ) { events.withLock { $0.append("asked") } }

    func withdraw() { events.withLock { $0.append("withdrawn") } }
  }

  private let terminal = Terminal()
  private let shown = Mutex<[String]>([])
  private let question = Question(
    number: 1, kind: .permission(forAlways: false),
    application: ApplicationIdentity(identifier: "org.example.app"),
    text: "To find the way.")

  @Test func whatTheApplicationShowsIsWithdrawnThere() {
    let asker = ReplaceableAsker(otherwise: terminal)
    asker.replace(
      { [shown] question, _ in shown.withLock { $0.append(question.purpose) } },
      { [shown] in shown.withLock { $0.append("withdrawn") } })
    asker.ask(question) { _ in }
    asker.withdraw()
    asker.withdraw()
    #expect(shown.withLock { $0 } == ["To find the way.", "withdrawn"])
    #expect(terminal.events.withLock { $0 } == [])
  }

  @Test func aQuestionIsWithdrawnByWhomItWasShown() {
    let asker = ReplaceableAsker(otherwise: terminal)
    asker.ask(question) { _ in }
    asker.replace({ _, _ in }, nil)
    asker.withdraw()
    #expect(terminal.events.withLock { $0 } == ["asked", "withdrawn"])
  }
}

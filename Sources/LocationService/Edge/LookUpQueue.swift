// Core Location for Linux. SPDX-License-Identifier: MIT

package import NIOCore
package import NIOPosix

/// Looks something up for connections on its own thread, since that may block; all waiting questions at once.
///
/// So a crowd of connections costs one reading of the kernel's tables, and a single one does not wait behind it. Everything
/// here is called on one event loop.
package final class LookUpQueue<ID: Equatable, Question: Sendable, Answer: Sendable> {
  private struct Waiting {
    let id: ID
    let question: Question
    let answered: (Answer) -> Void
  }

  private let eventLoop: any EventLoop
  private let pool: NIOThreadPool
  private let lookUp: @Sendable ([Question]) -> [Answer]
  private var waiting: [Waiting] = []
  private var isLookingUp = false

  /// - Parameters:
  ///   - pool: its threads run `lookUp`, and are started and stopped by the caller.
  ///   - lookUp: returns an answer to each question.
  package init(
    on eventLoop: any EventLoop, _ pool: NIOThreadPool,
    lookUp: @escaping @Sendable ([Question]) -> [Answer]
  ) {
    self.eventLoop = eventLoop
    self.pool = pool
    self.lookUp = lookUp
  }

  package func ask(
    _ question: Question, for id: ID, _ answered: @escaping (Answer) -> Void
  ) {
    waiting.append(Waiting(id: id, question: question, answered: answered))
    lookUpNext()
  }

  /// Returns the question of a connection that has gone, if it has not been asked yet; it will not be answered.
  package func withdraw(_ id: ID) -> Question? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0).question }
  }

  private func lookUpNext() {
    guard !isLookingUp, !waiting.isEmpty else { return }
    isLookingUp = true
    let (asked, lookUp) = (waiting, lookUp)
    waiting = []
    let questions = asked.map(\.question)
    pool.runIfActive(eventLoop: eventLoop) { lookUp(questions) }.assumeIsolated()
      .whenSuccess { [weak self] answers in
        self?.isLookingUp = false
        for (one, answer) in zip(asked, answers) { one.answered(answer) }
        self?.lookUpNext()
      }
  }
}

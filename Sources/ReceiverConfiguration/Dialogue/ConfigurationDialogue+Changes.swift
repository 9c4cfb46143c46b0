// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The changes, their verification, and how they are undone.

extension ConfigurationDialogue {
  // MARK: Changing

  mutating func change() {
    guard let profile else { return finish(ConfigurationFailure(.silent)) }
    do throws(ConfigurationFailure) {
      plan = try ConfigurationPlan(request, for: profile)
    } catch {
      return finish(error)
    }
    position = 0
    changeNext()
  }

  private mutating func changeNext() {
    guard let plan, position < plan.steps.count else { return settle(.change(attempt: 1)) }
    begin(.changing, plan.steps[position].command)
  }

  mutating func changed(_ exchange: CommandExchange, _ result: CommandExchange.Result) {
    let meaning = exchange.command.meaning
    switch result {
    case .taken:
      position += 1
      changeNext()
    case .refused:
      // A refused command has changed nothing.
      goBack(.refused(meaning), from: position)
    case .unanswered: goBack(.unanswered(meaning), from: position + 1)
    case .lost(let old, let new):
      // No receiver is heard that could be sent commands.
      let left = (plan?.steps.prefix(position + 1) ?? []).compactMap(\.undo?.meaning)
      finish(ConfigurationFailure(.lost(old: old, new: new), .left(left)))
    }
  }

  // MARK: Verifying

  /// Skips what was under way, before the output is measured.
  mutating func settle(_ check: Check) {
    phase = .settling(then: check)
    let period = profile?.output.period ?? 1
    phaseEnd = now + .milliseconds(Int(min(max(300, 1200 * period), 12_000)))
  }

  mutating func measure(_ check: Check) {
    meter = OutputMeter()
    phase = .measuring(check)
    let rate = plan?.expectation.epochRate
    let period = max(profile?.output.period ?? 1, rate.map { 1 / $0 } ?? 0)
    phaseEnd = now + .milliseconds(Int(min(6000 + 4000 * period, 60_000)))
  }

  /// Compares the measured output with the expected output.
  mutating func conclude(_ check: Check) {
    switch check {
    case .change(let attempt):
      guard let shortfall = plan?.expectation.shortfall(of: meter) else { return store() }
      // A receiver may need some time.
      if attempt < 2 {
        settle(.change(attempt: attempt + 1))
      } else {
        goBack(.unverified(shortfall), from: position)
      }
    case .undone:
      guard let profile else { return }
      var before = OutputExpectation(asHeard: profile.output)
      before.absent = request.enabled.subtracting(profile.output.sentences.keys)
      before.absentFrames =
        plan?.expectation.presentFrames.subtracting(profile.output.navigation) ?? []
      if let shortfall = before.shortfall(of: meter) {
        notUndone += unacknowledged + ["what it was (\(shortfall))"]
      }
      finishUndoing()
    }
  }

  // MARK: Storing

  private mutating func store() {
    position = 0
    storeNext()
  }

  private mutating func storeNext() {
    guard let plan, position < plan.storing.count else {
      phase = .over
      actions.append(.done(meter.summary(at: lineRate)))
      return
    }
    begin(.storing, plan.storing[position].command)
  }

  mutating func stored(_ result: CommandExchange.Result) {
    if case .taken = result {
    } else if let plan, plan.storing[position].isOptional, result == .refused {
      actions.append(.show("the receiver has no flash memory"))
    } else {
      return finish(ConfigurationFailure(.notStored, .changed))
    }
    position += 1
    storeNext()
  }

  // MARK: Undoing

  /// Undoes the changes, the last first, including one that may have been accepted without an answer.
  ///
  /// - Parameter count: the number of steps that have changed something, or may have.
  mutating func goBack(_ cause: ConfigurationFailure.Cause, from count: Int) {
    self.cause = cause
    undoing = Array((plan?.steps.prefix(count) ?? []).reversed())
    guard !undoing.isEmpty else { return finish(ConfigurationFailure(cause)) }
    actions.append(.show("restoring the old settings"))
    undoNext()
  }

  mutating func finishUndoing() {
    let aftermath = notUndone.isEmpty ? ConfigurationFailure.Aftermath.restored : .left(notUndone)
    finish(ConfigurationFailure(cause ?? .interrupted, aftermath))
  }

  private mutating func undoNext() {
    while let step = undoing.first {
      if let undo = step.undo {
        begin(.undoing, undo)
        return
      }
      notUndone.append("what it was before \"\(step.command.meaning)\"")
      undoing.removeFirst()
    }
    settle(.undone)
  }

  /// Handles the result of a command that undoes a change.
  mutating func undone(_ exchange: CommandExchange, _ result: CommandExchange.Result) {
    switch result {
    case .taken: break
    case .refused, .unanswered, .lost: unacknowledged.append(exchange.command.meaning)
    }
    undoing.removeFirst()
    undoNext()
  }
}

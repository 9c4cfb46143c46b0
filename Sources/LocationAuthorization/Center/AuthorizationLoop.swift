// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import SerialLine

/// The center's thread: does what the machine wants done, and waits for what changes from outside.
struct AuthorizationLoop: Sendable {
  private let core: AuthorizationCore
  /// What was read before the thread began.
  private let read: AuthorizationRecords

  /// A foreground that changes tells nobody: it is looked at so often, while it matters.
  private static let foregroundInterval = Duration.seconds(1)

  init(_ core: AuthorizationCore, read: AuthorizationRecords) {
    self.core = core
    self.read = read
  }

  func run() {
    let descriptor = FileWatch.descriptor()
    if descriptor < 0 {
      let error = AuthorizationError(.watch, core.reader.paths[0], .system(errno))
      core.log(error.description + "; changes are heard at the next start")
    }
    var watch = FileWatch(descriptor, paths: core.reader.paths)
    var kept = KeptRecords(core, read)
    var presence = PresenceTeller(core)
    watch.rearm()
    kept.refresh()
    while true {
      let work = core.takeWork()
      if work.isStopped { return core.asker.withdraw() }
      for effect in work.effects { perform(effect, &kept) }
      presence.tell(work.presence)
      var ready = [
        pollfd(fd: core.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let deadline = work.watchesForeground ? monotonicNow() + Self.foregroundInterval : nil
      let isWoken = wait(for: &ready, until: deadline)
      if isWoken, ready[0].revents != 0 { core.wakeUp.clear() }
      if isWoken, ready[1].revents != 0 {
        watch.rearm()
        kept.refresh()
      }
      if work.watchesForeground { core.lookAtForeground() }
    }
  }

  private func perform(_ effect: AuthorizationEffect, _ kept: inout KeptRecords) {
    switch effect {
    case .ask(let question):
      core.asker.ask(question) { [core] outcome in
        core.post(.ended(question: question.number, outcome))
      }
    case .withdraw: core.asker.withdraw()
    case .store(let decision, let old): kept.store(decision, replacing: old)
    case .takeOnce(let decision, let old): kept.takeOnce(decision, replacing: old)
    case .tell(let authorization): core.tell(authorization)
    case .complete(let request, let error): core.complete(request, error)
    case .settle(let request, let isAlways): core.settle(request, isAlways: isAlways)
    case .log(let line): core.log(line)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import SerialLine

/// What the center and its thread share: the machine under a lock, and the effects that wait for the thread.
final class AuthorizationCore: Sendable {
  let reader: RecordsReader
  let presence: String?
  let asker: any AuthorizationAsker
  let now: @Sendable () -> Date
  let wakeUp: WakeUp
  private let foreground: Foreground
  private let write: @Sendable (String) -> Void
  private let content: Guarded<Content>

  private struct Content {
    var machine: AuthorizationMachine
    var effects: [AuthorizationEffect] = []
    var place: Foreground.Place
    /// The application's own word; `nil` if it has none.
    var isInUse: Bool?
    var use: Use?
    var isStopped = false

    var nextNumber = 0
    var observers: [Int: @Sendable (Authorization) -> Void] = [:]
    var accuracyCompletions: [Int: @Sendable (TemporaryAccuracyError?) -> Void] = [:]
    var alwaysCompletions: [Int: @Sendable (Bool) -> Void] = [:]

    mutating func number() -> Int {
      nextNumber += 1
      return nextNumber
    }

    mutating func handle(_ event: AuthorizationEvent) { effects += machine.handle(event) }

    mutating func updateUse() {
      let isInUse = isInUse ?? (place == .foreground)
      if isInUse != machine.isInUse { handle(.useChanged(isInUse: isInUse)) }
    }
  }

  private struct Use {
    var kinds: Set<String>
    var showsIndicator: Bool
    let since: Date
  }

  /// What the thread finds to do.
  struct Work {
    let effects: [AuthorizationEffect]
    /// What is to be told about the use of the location; `nil` if it is not used.
    let presence: PresenceEntry?
    /// Whether it matters when the application comes into the foreground, or leaves it.
    let watchesForeground: Bool
    let isStopped: Bool
  }

  init(
    application: Application, reader: RecordsReader, presence: String?,
    asker: any AuthorizationAsker, foreground: Foreground, now: @escaping @Sendable () -> Date,
    log: @escaping @Sendable (String) -> Void
  ) throws(AuthorizationError) {
    self.reader = reader
    self.presence = presence
    self.asker = asker
    self.foreground = foreground
    self.now = now
    write = log
    do {
      wakeUp = try WakeUp()
    } catch {
      throw AuthorizationError(.watch, "for changes of permission", .system(EMFILE))
    }
    let (records, complaints) = reader.read()
    let place = foreground.place
    let machine = AuthorizationMachine(
      application: application.identity, descriptions: application.descriptions, records: records,
      isInUse: place == .foreground)
    var content = Content(machine: machine, place: place)
    content.effects = (application.complaints + complaints).map(AuthorizationEffect.log)
    content.effects += content.machine.start()
    self.content = Guarded(content)
  }

  func start() throws(AuthorizationError) {
    let loop = AuthorizationLoop(self, read: content.withLock { $0.machine.records })
    guard let thread = POSIXThread({ loop.run() }) else {
      throw AuthorizationError(.watch, "for changes of permission", .system(EAGAIN))
    }
    thread.detach()
  }

  func stop() {
    content.withLock { $0.isStopped = true }
    wakeUp.signal()
  }

  // MARK: For the thread

  /// What there is to do now; it is taken by that.
  func takeWork() -> Work {
    content.withLock { content in
      defer { content.effects = [] }
      let authorization = content.machine.authorization
      let entry = content.use.map { use in
        PresenceEntry(
          application: reader.application, process: getpid(), since: use.since,
          isInBackground: !authorization.isInUse, showsIndicator: use.showsIndicator,
          kinds: use.kinds.sorted())
      }
      let mayChange = content.isInUse == nil && content.place != .noTerminal
      let matters =
        content.machine.awaitsUse || (entry != nil && authorization.status.isAuthorized)
      return Work(
        effects: content.effects, presence: entry, watchesForeground: mayChange && matters,
        isStopped: content.isStopped)
    }
  }

  func tell(_ authorization: Authorization) {
    let observers = content.withLock { content in
      content.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer(authorization) }
  }

  func complete(_ request: Int, _ error: TemporaryAccuracyError?) {
    content.withLock { $0.accuracyCompletions.removeValue(forKey: request) }?(error)
  }

  func settle(_ request: Int, isAlways: Bool) {
    content.withLock { $0.alwaysCompletions.removeValue(forKey: request) }?(isAlways)
  }

  func log(_ line: String) { write(line.escapedForTerminal) }

  // MARK: For everybody

  var authorization: Authorization {
    changing { $0.machine.authorization }
  }

  func post(_ event: AuthorizationEvent) {
    changing { $0.handle(event) }
  }

  /// Looks whether the application is in the foreground.
  func lookAtForeground() { changing { _ in } }

  func setInUse(_ isInUse: Bool?) {
    changing { content in
      content.isInUse = isInUse
      content.updateUse()
    }
  }

  func requestFullAccuracy(
    _ key: String, _ completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void
  ) {
    changing { content in
      let number = content.number()
      content.accuracyCompletions[number] = completion
      content.handle(.requestTemporaryFullAccuracy(purposeKey: key, request: number))
    }
  }

  func alwaysNeeded(_ completion: @escaping @Sendable (Bool) -> Void) {
    changing { content in
      let number = content.number()
      content.alwaysCompletions[number] = completion
      content.handle(.alwaysNeeded(request: number))
    }
  }

  func noteUse(_ kinds: Set<String>, showsIndicator: Bool) {
    let date = now()
    changing { content in
      content.use =
        kinds.isEmpty
        ? nil
        : Use(kinds: kinds, showsIndicator: showsIndicator, since: content.use?.since ?? date)
    }
    wakeUp.signal()
  }

  func observe(
    _ changed: @escaping @Sendable (Authorization) -> Void
  ) -> AuthorizationObservation {
    let number = content.withLock { content in
      let number = content.number()
      content.observers[number] = changed
      return number
    }
    return AuthorizationObservation { [weak self] in
      self?.content.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
  }

  /// Changes something, the foreground looked at before, and wakes the thread if there is something to do.
  private func changing<Result: Sendable>(_ body: (inout Content) -> Result) -> Result {
    let place = foreground.place
    let (result, hasWork) = content.withLock { content in
      content.place = place
      content.updateUse()
      let result = body(&content)
      return (result, !content.effects.isEmpty)
    }
    if hasWork { wakeUp.signal() }
    return result
  }
}

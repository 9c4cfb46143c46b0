// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import GNSSReceiver
  import Glibc
  import LinuxSystem
  import PositionStore

  /// A run of `gps history record`: collects fixes for some seconds, then adds them to the track together.
  struct HistoryRun {
    private let store: PositionStore
    private var messages: StatusMessages
    private var line = StatusLine()
    /// Fixes not stored yet.
    private var fixes: [Fix] = []
    /// When they are to be stored; `nil` while there are none.
    private var due: Duration?
    private var failure: StoreError?
    private var isEnded = false
    private var (received, stored, undated, lost) = (0, 0, 0, 0)

    /// How long fixes are collected: storing ten writes hardly more pages than storing one.
    private static let pause: Duration = .seconds(10)
    /// The most fixes stored at once, when a recording is read as fast as possible.
    private static let most = 5000
    /// The most fixes held while the disk accepts none: a day at 1 Hz, some 30 MB.
    private static let mostHeld = 86_400

    /// - Parameter waits: whether a receiver that is absent may still be connected.
    init(_ store: PositionStore, waits: Bool) {
      self.store = store
      messages = StatusMessages(waits: waits)
    }

    /// Records fixes until it is interrupted or a recording ends.
    ///
    /// - Parameter interruption: a descriptor that becomes readable when the command is to end.
    /// - Throws: ``Failure`` when the receiver cannot be used from the start, or the last fixes cannot be stored.
    mutating func run(_ listener: ReceiverListener, endingBy interruption: CInt) throws {
      while !isEnded {
        var ready = [
          pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        ]
        _ = wait(for: &ready, until: due)
        if ready[1].revents != 0 { break }
        if ready[0].revents != 0 { try receive(listener.drain()) }
        if fixes.count >= Self.most && failure == nil || due.map({ $0 <= monotonicNow() }) == true {
          try keep()
        }
        if received > 0 { line.show("\(Self.fixes(received)), \(store.path)", at: monotonicNow()) }
      }
      for case .fix(let fix, _) in listener.stop() { receive(fix) }
      line.clear()
      do { try keep() } catch { failure = error }
      try finish()
    }

    private mutating func receive(_ events: [ReceiverEvent]) throws {
      for event in events {
        switch event {
        case .fix(let fix, _): receive(fix)
        case .status(let status):
          line.clear()
          if try messages.statusChanged(to: status) { isEnded = true }
        case .lastFix, .fixLost, .satellites, .heading, .errorStatistics, .defects, .bytes: break
        }
      }
    }

    private mutating func receive(_ fix: Fix) {
      guard fix.time.date != nil else {
        undated += 1
        return
      }
      if fixes.isEmpty { due = monotonicNow() + Self.pause }
      received += 1
      fixes.append(fix)
    }

    /// Stores the collected fixes; those that the disk does not accept are tried again later.
    private mutating func keep() throws(StoreError) {
      guard !fixes.isEmpty else { return }
      do throws(StoreError) {
        stored += try store.append([], track: fixes)
      } catch {
        guard error.mayPass else { throw error }
        if failure != error {
          line.clear()
          complain("\(error); fixes are held in memory meanwhile")
        }
        failure = error
        let excess = max(0, fixes.count - Self.mostHeld)
        lost += excess
        fixes.removeFirst(excess)
        due = monotonicNow() + Self.pause
        return
      }
      if failure != nil {
        line.clear()
        complain("\(store.path) can be written to again")
      }
      (failure, fixes, due) = (nil, [], nil)
    }

    /// Reports the result.
    private func finish() throws {
      if undated > 0 {
        complain("left out \(Self.fixes(undated)) without a date: a track needs one")
      }
      if received == 0 {
        complain("nothing was recorded: \(messages.standing)")
      } else {
        let known = received - fixes.count - lost - stored
        complain(
          "recorded \(Self.fixes(stored)) to \(store.path)"
            + (known > 0 ? "; \(known) more \(known == 1 ? "was" : "were") there already" : ""))
      }
      guard let failure else { return }
      throw Failure(
        "\(failure.description); \(Self.fixes(fixes.count + lost)) could not be kept",
        failure.exitCode)
    }

    /// Formats a count as `1 fix` or `12 fixes`.
    private static func fixes(_ count: Int) -> String { count == 1 ? "1 fix" : "\(count) fixes" }
  }
#endif

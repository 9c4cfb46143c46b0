// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation

/// Loops that are cancelled at any moment while updates arrive 200 times a second.
///
/// A cancelled task holds a lock of its own while it ends what it waits for, and whoever resumes it wants that lock. With one
/// of the library's locks held on either side, both would wait for ever.
@Suite(.serialized) struct CancellationTests {
  /// How many loops are cancelled; Tests/Checks/cancellation.sh sets a larger number.
  private static let count =
    ProcessInfo.processInfo.environment["CANCELLATIONS"].flatMap { Int($0) } ?? 400
  /// How many loops run at the same time.
  private static let width = 8

  @Test func liveUpdatesCanBeCancelledAtAnyMoment() async {
    await cancelLoops(over: "live updates") { engine in
      for try await _ in CLLocationUpdate.Updates(engine: engine, configuration: .default) {}
    }
  }

  @Test func eventsOfMonitorsCanBeCancelledAtAnyMoment() async {
    await cancelLoops(over: "events of monitors") { engine in
      let monitor = CLMonitor("loop", engine: engine, directory: nil)
      for number in 0..<4 {
        await monitor.add(
          CLMonitor.CircularGeographicCondition(center: TestLocations.origin, radius: 100),
          identifier: "\(number)")
      }
      for try await _ in await monitor.events {}
    }
  }

  @Test func diagnosticsOfSessionsCanBeCancelledAtAnyMoment() async {
    await cancelLoops(over: "diagnostics of sessions") { engine in
      let session = CLServiceSession(.whenInUse, purposeKey: nil, engine: engine)
      defer { session.invalidate() }
      for try await _ in session.diagnostics {}
    }
    await cancelLoops(over: "diagnostics of activities") { engine in
      let activity = CLBackgroundActivitySession(engine: engine)
      defer { activity.invalidate() }
      for try await _ in activity.diagnostics {}
    }
  }

  /// Starts loops and cancels each 0.5 to 20 ms later.
  private func cancelLoops(
    over events: String, _ loop: @escaping @Sendable (LocationEngine) async throws -> Void
  ) async {
    let watchdog = Watchdog("cancelling loops over \(events)")
    let receiver = BusyReceiver()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<Self.width {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(worker))
          for _ in 0..<Self.count / Self.width {
            let task = Task { try await loop(receiver.engine) }
            try? await Task.sleep(for: .microseconds(Int.random(in: 500...20_000, using: &random)))
            task.cancel()
            _ = await task.result
            watchdog.step()
          }
        }
      }
    }
    receiver.stop()
    #expect(receiver.engine.read(\.clients.isEmpty))
    watchdog.end()
  }
}

/// A receiver that reports a position 200 times a second, while a person changes their mind as often.
private final class BusyReceiver: Sendable {
  let engine: LocationEngine
  private let isOver = Mutex(false)
  private let thread: POSIXThread?

  init() {
    let authorizer = TestAuthorizer()
    let engine = LocationEngine(QuietSource(), authorizer)
    self.engine = engine
    thread = POSIXThread { [isOver] in
      var tick = 0
      while !isOver.withLock({ $0 }) {
        tick += 1
        authorizer.permission = Permission(
          status: tick.isMultiple(of: 2) ? .denied : .authorizedAlways)
        engine.receive(TestLocations.location(after: Double(tick)))
        usleep(5000)
      }
    }
  }

  func stop() {
    isOver.withLock { $0 = true }
    thread?.join()
  }
}

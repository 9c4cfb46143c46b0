// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LinuxSystem
import NMEA0183
import ServiceProtocol

/// What `gps monitor` knows about a receiver: a value that is given events and their times.
struct MonitorState {
  /// A position, and its time of arrival on the monotonic clock.
  struct Position: Hashable {
    var fix: Fix
    var arrival: Duration
  }

  /// The receiver in use, else the one closest to a position; `nil` while there is none.
  private(set) var status: CandidateStatus?
  /// The current position; `nil` without a fix.
  private(set) var position: Position?
  /// The last position before the fix was lost; `nil` while there is a fix.
  private(set) var lastPosition: Position?
  private(set) var satellites = Self.noSatellites
  private(set) var heading: Heading?
  private(set) var history = FixHistory()
  private(set) var scatter = FixScatter()
  private(set) var sentences = SentenceTally()
  private(set) var latency = FixLatency()
  /// The number of other programs that listen to the location service; `nil` if unknown.
  var clients: Int?

  private static let noSatellites = SatellitesInView([], used: SatelliteSet())

  private var waiting: WaitingTime
  private var period = FixPeriod()
  /// The identity of the receiver that last had a fix.
  private var served: String?

  /// - Parameter start: when the wait for a fix began.
  init(since start: Duration) { waiting = WaitingTime(since: start) }

  /// Processes an event.
  mutating func received(_ event: ReceiverEvent, at now: Duration) {
    switch event {
    case .status(let status): statusChanged(to: status.current, at: now)
    case .fix(let fix, let arrival): received(fix, arrival, at: now)
    case .lastFix(let fix, let arrival):
      if position == nil { lastPosition = Position(fix: fix, arrival: arrival) }
    case .fixLost: loseFix()
    case .satellites(let view): satellites = view
    case .heading(let heading, _): self.heading = heading
    case .bytes(let received): if readsReceiver { sentences.received(received.bytes, at: now) }
    case .errorStatistics, .defects: break
    }
  }

  /// Records that bytes have arrived from the receiver.
  ///
  /// - Parameter arrival: when they arrived, on the monotonic clock.
  mutating func bytesArrived(at arrival: Duration) {
    if readsReceiver { latency.receivedBytes(at: arrival) }
  }

  /// Clears all history, but keeps the current state.
  mutating func clearHistory() {
    history.clear()
    scatter.clear()
    latency.clear()
    sentences = SentenceTally()
  }

  /// Returns how long there has been no fix; `nil` while there is one.
  func waited(at now: Duration) -> Duration? { waiting.elapsed(at: now) }

  /// Fixes per second, by their own times; `nil` before the second fix.
  var rate: Double? { period.rate }

  /// Whether this program reads the receiver's own sentences; otherwise another program has the receiver.
  var readsReceiver: Bool { status?.candidate.place.decoder == nil }

  /// Whether a recording has ended.
  var isEnded: Bool { status?.state == .ended }

  /// Whether only the center of a cell of reduced accuracy is known.
  var isReduced: Bool {
    if case .relayed(let report) = status?.state { report.isReduced } else { false }
  }

  // MARK: Steps

  private mutating func received(_ fix: Fix, _ arrival: Duration, at now: Duration) {
    position = Position(fix: fix, arrival: arrival)
    lastPosition = nil
    period.received(fix.time)
    history.received(fix, at: now)
    scatter.received(fix)
    if readsReceiver { latency.receivedFix(arrival: arrival, at: now) }
  }

  private mutating func loseFix() {
    if let position { lastPosition = position }
    position = nil
    period = FixPeriod()
  }

  private mutating func statusChanged(to new: CandidateStatus?, at now: Duration) {
    status = new
    if let new, new.state.hasFix {
      // Candidates that are merely examined do not affect the data of the receiver that was in use.
      if let served, served != new.candidate.identity { forgetReceiver() }
      served = new.candidate.identity
    }
    _ = waiting.stateChanged(to: new?.state, at: now)
    guard new?.state.hasFix != true else { return }
    loseFix()
    switch new?.state {
    case .waitingForFix, .lost, .relayed: break
    default: (satellites, heading) = (Self.noSatellites, nil)
    }
  }

  private mutating func forgetReceiver() {
    clearHistory()
    (lastPosition, heading, satellites) = (nil, nil, Self.noSatellites)
  }
}

/// The interval between fixes, by their own times.
struct FixPeriod {
  private var last: Int64?
  private var period: Int64?

  /// Longer intervals count as outages.
  private static let longest: Int64 = 60_000_000_000

  mutating func received(_ time: FixTime) {
    let now = time.nanosecondsSince1970 ?? time.time.nanosecondsOfDay
    if let last, now > last, now - last <= Self.longest { period = now - last }
    last = now
  }

  /// Fixes per second; `nil` before the second fix.
  var rate: Double? { period.map { 1e9 / Double($0) } }
}

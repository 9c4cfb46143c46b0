// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationProtocols

/// What is to be shown of a receiver now: a value that is given events and their times.
///
/// The monitor on the terminal and the page in the browser draw it, and add their own histories.
package struct ReceiverView {
  /// A position, and its time of arrival on the monotonic clock.
  package struct Position: Hashable, Sendable {
    package var fix: Fix
    package var arrival: Duration
  }

  /// What an event means for the histories that belong to a view.
  package enum Consequence: Hashable, Sendable {
    case none
    /// The fix was lost; the positions after that are not connected with those before.
    case fixLost
    /// Another receiver is active from now on.
    case receiverChanged
    /// The location is denied, so that past positions must not be shown either.
    case denied
  }

  /// The receiver in use, else the one closest to a position; `nil` while there is none.
  package private(set) var status: SourceStatus?
  /// The same for programs.
  package private(set) var report = StateReport(nil)
  /// The current position; `nil` without a fix.
  package private(set) var position: Position?
  /// The last position before the fix was lost; `nil` while there is a fix.
  package private(set) var lastPosition: Position?
  /// The satellites in view; `nil` if none were ever reported.
  package private(set) var satellites: SatellitesInView?
  package private(set) var heading: Heading?
  /// What is known besides positions, as it was reported.
  package var reports: [ReceiverReport] {
    [satellites.map(ReceiverReport.satellites), heading.map(ReceiverReport.heading)]
      .compactMap(\.self)
  }
  /// Whether it is a recording, whose times are not those at which they are shown.
  package var isRecorded: Bool { status?.source.traits.contains(.isRecorded) == true }
  private var waiting: WaitingTime
  /// The identity of the receiver that last had a fix.
  private var served: String?

  /// - Parameter start: when the wait for a fix began.
  package init(since start: Duration) { waiting = WaitingTime(since: start) }

  /// Returns how long there has been no fix; `nil` while there is one.
  package func waited(at now: Duration) -> Duration? { waiting.elapsed(at: now) }

  /// Processes an event.
  package mutating func received(_ event: ReceiverEvent, at now: Duration) -> Consequence {
    switch event.content {
    case .status(let status): return statusChanged(to: status, at: now)
    case .report(.fix(let fix)):
      (position, lastPosition) = (Position(fix: fix, arrival: event.arrival), nil)
    case .report(.fixLost): return loseFix(at: now)
    case .report(.satellites(let view)): satellites = view
    case .report(.heading(let heading)): self.heading = heading
    case .lastFix(let fix):
      if position == nil { lastPosition = Position(fix: fix, arrival: event.arrival) }
    case .report, .receivers, .timeWithoutFix, .notice, .bytes: break
    }
    return .none
  }

  private mutating func loseFix(at now: Duration) -> Consequence {
    waiting.stateChanged(hasFix: false, at: now)
    satellites?.used = SatelliteSet()
    guard let position else { return .none }
    (self.position, lastPosition) = (nil, position)
    return .fixLost
  }

  private mutating func statusChanged(to new: ReceiverStatus, at now: Duration) -> Consequence {
    (status, report) = (new.current, new.report)
    let hasFix = report.code == .fix
    waiting.stateChanged(hasFix: hasFix, at: now)
    if hasFix, let identity = status?.source.identity {
      defer { served = identity }
      // Sources that are merely tried do not affect the data of the receiver that was in use.
      guard let served, served != identity else { return .none }
      (lastPosition, heading, satellites) = (nil, nil, nil)
      return .receiverChanged
    }
    if report.code == .denied {
      (position, lastPosition, heading, satellites) = (nil, nil, nil, nil)
      return .denied
    }
    // Satellites and headings of a disconnected receiver are no longer known.
    if ![.fix, .waitingForFix, .ended].contains(report.code) {
      satellites = satellites.map { _ in SatellitesInView([], used: SatelliteSet()) }
      heading = nil
    }
    return hasFix ? .none : loseFix(at: now)
  }
}

/// The time without a fix.
package struct WaitingTime: Sendable {
  /// When it began; `nil` while there is a fix.
  private var start: Duration?

  /// - Parameter start: when the wait began, on the monotonic clock.
  package init(since start: Duration) { self.start = start }

  /// Processes the receiver's state, changed or not.
  ///
  /// - Returns: how long there has been no fix; with a fix, how long there had been none before, and `nil` if there was
  ///   one already.
  @discardableResult
  package mutating func stateChanged(hasFix: Bool, at now: Duration) -> Duration? {
    let begin = hasFix ? start : start ?? now
    start = hasFix ? nil : begin
    return begin.map { now - $0 }
  }

  /// Returns how long there has been no fix; `nil` while there is one.
  package func elapsed(at now: Duration) -> Duration? { start.map { now - $0 } }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols

/// What a source has reported since it was opened: its state, and whether there is a fix.
struct ReportedState {
  /// The source's state.
  var state: ReceiverState { didSet { if state != oldValue { hasChanged = true } } }
  /// Whether anything has changed that affects the choice of a receiver, or that is reported.
  var hasChanged = false
  /// When the source was first understood; `nil` if it has not been.
  var understoodAt: Duration?
  /// Whether the source reports its receiver's state.
  let reportsStates: Bool
  private(set) var satellitesInView: Int?
  var age = FixAge()
  /// Whether it has reported a fix since it was opened.
  private(set) var hasHadFix = false
  /// What a program has reported about its receiver.
  private var relay = RelayedState()
  /// The name of its source.
  private let name: String

  init(from name: String, reportsStates: Bool) {
    (self.name, self.reportsStates) = (name, reportsStates)
    state = .opening
  }

  var isUnderstood: Bool { understoodAt != nil }

  /// Whether there is a position now.
  var hasFix: Bool { age.hasFix }

  /// Takes what an interpreter has read.
  mutating func received(
    _ interpretation: consuming Interpretation, at arrival: Duration,
    into events: inout [ReceiverEvent]
  ) {
    switch consume interpretation {
    case .event(let content, let receiver, let age):
      received(content, of: receiver, at: age.map { arrival - $0 } ?? arrival, into: &events)
    case .understood: programUnderstood(at: arrival)
    case .state(let report):
      relay.report = report
      if !isDenied { state = relay.state }
    case .authorization(let authorization):
      if authorization.status == .denied { lose(at: arrival, into: &events) }
      relay.authorization = authorization
      state = relay.state
    }
  }

  /// Passes an event on.
  func pass(
    _ content: ReceiverEvent.Content, of receiver: String? = nil, at arrival: Duration,
    into events: inout [ReceiverEvent]
  ) {
    events.append(ReceiverEvent(content, of: receiver ?? name, at: arrival))
  }

  /// Reports the loss of the fix, if there was one.
  mutating func lose(at now: Duration, into events: inout [ReceiverEvent]) {
    guard hasFix else { return }
    age.forget()
    pass(.report(.fixLost(nil)), at: now, into: &events)
  }

  private mutating func received(
    _ content: ReceiverEvent.Content, of receiver: String?, at arrival: Duration,
    into events: inout [ReceiverEvent]
  ) {
    switch content {
    case .report(.fix):
      age.received(at: arrival)
      hasHadFix = true
      followFix(at: arrival)
    case .report(.fixLost):
      guard hasFix else { return }
      age.forget()
      followFix(at: arrival)
    case .report(.satellites(var view)):
      satellitesInView = view.count
      state.satellitesChanged(to: view.count)
      // What a receiver that reports no more positions still lists as used is used for none.
      guard hasHadFix, !hasFix, !view.used.isEmpty else { break }
      view.used = SatelliteSet()
      return pass(.report(.satellites(view)), of: receiver, at: arrival, into: &events)
    case .timeWithoutFix: if !hasHadFix || hasFix { return }
    case .lastFix: if hasFix { return }
    default: break
    }
    pass(content, of: receiver, at: arrival, into: &events)
  }

  private var isDenied: Bool { if case .denied = state { true } else { false } }

  /// Updates the state after a fix was reported or lost.
  private mutating func followFix(at now: Duration) {
    // The usual case: it had a fix, and has another one.
    if hasFix, case .fix = state { return }
    if isDenied { return }
    if reportsStates, relay.report != nil {
      // The state that the program reports takes precedence, but only while its fixes arrive.
      state = relay.state
    } else {
      state = hasFix ? .fix : .lost(satellitesInView: satellitesInView, since: now)
    }
  }

  /// Records that a program speaks the expected protocol and, as far as is known, has a receiver.
  private mutating func programUnderstood(at now: Duration) {
    let isRelayed = if case .relayed = state { true } else { false }
    // A service reports its receiver's state by itself.
    if isUnderstood ? isRelayed : !reportsStates {
      state = .waitingForFix(satellitesInView: nil, since: now)
    }
    if !isUnderstood { understoodAt = now }
  }
}

/// What a program that has a receiver says about it.
struct RelayedState {
  /// The last state of its receiver; `nil` before the first.
  var report: StateReport?
  /// What this program may know; `nil` before the program has said so.
  var authorization: ServiceAuthorization?

  /// What follows from both.
  var state: ReceiverState {
    if let authorization, authorization.status == .denied {
      return .denied(
        authorization.text ?? "the location service does not allow this user the location")
    }
    guard var report else { return .opening }
    report.isReduced = authorization?.accuracy == .reduced
    return .relayed(report)
  }
}

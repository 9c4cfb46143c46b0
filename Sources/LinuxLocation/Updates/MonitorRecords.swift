// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// The conditions of a monitor, and the file that keeps them.
final class MonitorRecords: Sendable {
  private let content: Mutex<Content>
  private let file: StateFile?
  private let claim: NameClaim?
  private let report: @Sendable (String) -> Void
  /// The problems found during initialization, to be logged.
  let problems: [String]

  private struct Content {
    var records: [String: CLMonitor.Record]
    /// The last event of each condition that a loop was given, which may not have finished with it.
    var handedOut: [String: CLMonitor.Event] = [:]

    /// The records for the next launch: an event that a loop was given is not delivered again.
    var kept: [String: Kept] {
      var kept = records.compactMapValues(Kept.init)
      for (identifier, event) in handedOut {
        kept[identifier]?.state = event.state
        kept[identifier]?.date = event.date
      }
      return kept
    }
  }

  var isPersistent: Bool { file != nil }

  /// - Parameter report: receives each later problem in one line.
  init(
    name: String, directory: StateDirectory?, report: @escaping @Sendable (String) -> Void
  ) {
    self.report = report
    // Conditions that are not stored need no name of their own.
    claim = directory == nil ? nil : NameClaim(name)
    var records: [String: CLMonitor.Record] = [:]
    var problems: [String] = []
    if claim == nil, directory != nil {
      problems.append("a monitor named \"\(name)\" already exists: this one saves nothing")
    }
    let file = claim == nil ? nil : directory?.file("monitors", name)
    do {
      let kept = try file?.read([String: Kept].self) ?? [:]
      for (identifier, kept) in kept { records[identifier] = kept.record(identifier) }
      self.file = file
    } catch {
      problems.append("\(error)")
      self.file = nil
    }
    self.problems = problems
    content = Mutex(Content(records: records))
  }

  var all: [(key: String, value: CLMonitor.Record)] {
    content.withLock { $0.records.sorted { $0.key < $1.key } }
  }

  var count: Int { content.withLock(\.records.count) }

  subscript(identifier: String) -> CLMonitor.Record? { content.withLock { $0.records[identifier] } }

  /// Returns the conditions with their states, brought up to events that wait for a loop.
  func assumed(
    after events: [CLMonitor.Event]
  ) -> [(key: String, value: (condition: any CLCondition, state: CLMonitor.Event.State))] {
    all.map { identifier, record in
      let event = events.last { $0.identifier == identifier } ?? record.lastEvent
      return (identifier, (record.condition, event.state))
    }
  }

  func hasCircle(_ condition: any CLCondition, _ identifier: String) -> Bool {
    typealias Circle = CLMonitor.CircularGeographicCondition
    guard let old = self[identifier]?.condition as? Circle, let new = condition as? Circle else {
      return false
    }
    return (old.center.latitude, old.center.longitude, old.radius)
      == (new.center.latitude, new.center.longitude, new.radius)
  }

  /// - Parameter continues: whether an event that a loop was given counts for this condition, too.
  func add(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State,
    continues: Bool = false
  ) {
    let record = CLMonitor.Record(
      lastEvent: CLMonitor.Event(identifier: identifier, state: state, date: Date()),
      condition: condition)
    change { content in
      if !continues { content.handedOut[identifier] = nil }
      return content.records.updateValue(record, forKey: identifier)
    }
  }

  func remove(_ identifier: String) {
    change { content in
      content.handedOut[identifier] = nil
      return content.records.removeValue(forKey: identifier)
    }
  }

  func delivered(_ event: CLMonitor.Event) {
    let replaced = content.withLock { content -> CLMonitor.Record? in
      guard let record = content.records[event.identifier] else { return nil }
      return content.records.updateValue(
        CLMonitor.Record(lastEvent: event, condition: record.condition), forKey: event.identifier)
    }
    _ = replaced
  }

  /// Stores that a loop is given an event, so that no later process tells it again.
  func handOut(_ event: CLMonitor.Event) {
    change { content in
      if content.records[event.identifier] != nil { content.handedOut[event.identifier] = event }
      return nil
    }
  }

  /// Changes the records, and stores them.
  ///
  /// - Parameter body: returns the record that it replaces, which is released outside the lock, as its condition may be an
  ///   object of the application.
  private func change(_ body: (inout Content) -> CLMonitor.Record?) {
    let (replaced, problem) = content.withLock { content -> (CLMonitor.Record?, String?) in
      let replaced = body(&content)
      do {
        try file?.write(content.kept)
        return (replaced, nil)
      } catch {
        return (replaced, "cannot save conditions: \(error)")
      }
    }
    if let problem { report(problem) }
    _ = replaced
  }

  private struct Kept: Codable {
    var circle: CLMonitor.CircularGeographicCondition?
    var beacon: CLMonitor.BeaconIdentityCondition?
    var state: CLMonitor.Event.State
    var date: Date

    init?(_ record: CLMonitor.Record) {
      circle = record.condition as? CLMonitor.CircularGeographicCondition
      beacon = record.condition as? CLMonitor.BeaconIdentityCondition
      state = record.lastEvent.state
      date = record.lastEvent.date
      if circle == nil, beacon == nil { return nil }
    }

    func record(_ identifier: String) -> CLMonitor.Record? {
      guard let condition: any CLCondition = circle ?? beacon else { return nil }
      return CLMonitor.Record(
        lastEvent: CLMonitor.Event(identifier: identifier, state: state, date: date),
        condition: condition)
    }
  }
}

/// The claim to a monitor's name, which only one monitor has at a time.
private final class NameClaim: Sendable {
  private static let taken = Mutex<Set<String>>([])
  private let name: String

  init?(_ name: String) {
    guard Self.taken.withLock({ $0.insert(name).inserted }) else { return nil }
    self.name = name
  }

  deinit { Self.taken.withLock { _ = $0.remove(name) } }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// The conditions of a monitor, and the file that keeps them.
final class MonitorRecords: Sendable {
  private let content: Mutex<[String: CLMonitor.Record]>
  private let file: StateFile?
  private let claim: NameClaim?
  private let report: @Sendable (String) -> Void
  /// The problems found during initialization, to be logged.
  let problems: [String]

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
    content = Mutex(records)
  }

  var all: [(key: String, value: CLMonitor.Record)] {
    content.withLock { $0.sorted { $0.key < $1.key } }
  }

  var count: Int { content.withLock(\.count) }

  subscript(identifier: String) -> CLMonitor.Record? { content.withLock { $0[identifier] } }

  func add(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State
  ) {
    let record = CLMonitor.Record(
      lastEvent: CLMonitor.Event(identifier, state, Date()), condition: condition)
    change { $0.updateValue(record, forKey: identifier) }
  }

  func remove(_ identifier: String) { change { $0.removeValue(forKey: identifier) } }

  /// Records that the application has received an event.
  func delivered(_ event: CLMonitor.Event) {
    change { records in
      guard let record = records[event.identifier] else { return nil }
      return records.updateValue(
        CLMonitor.Record(lastEvent: event, condition: record.condition), forKey: event.identifier)
    }
  }

  /// Changes the records, and stores them.
  ///
  /// - Parameter body: returns the record that it replaces, which is released outside the lock, as its condition may be an
  ///   object of the application.
  private func change(_ body: (inout [String: CLMonitor.Record]) -> CLMonitor.Record?) {
    let (replaced, problem) = content.withLock { records -> (CLMonitor.Record?, String?) in
      let replaced = body(&records)
      do {
        try file?.write(records.compactMapValues(Kept.init))
        return (replaced, nil)
      } catch {
        return (replaced, "cannot save conditions: \(error)")
      }
    }
    if let problem { report(problem) }
    _ = replaced
  }

  /// A condition as it is stored.
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
        lastEvent: CLMonitor.Event(identifier, state, date), condition: condition)
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

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads what is kept about one application.
struct RecordsReader: Sendable {
  let application: String
  let store: DecisionStore?
  let policy: PolicyFile

  /// The files whose change matters.
  var paths: [String] { [policy.path] + (store.map { [$0.path] } ?? []) }

  /// What is kept now, and a line for each file that is not obeyed though nothing is forbidden by that.
  func read() -> (records: AuthorizationRecords, complaints: [String]) {
    var records = AuthorizationRecords()
    var complaints: [String] = []
    do {
      records.decision = try store?.read()[application]
    } catch {
      records.obstacle = error.description
    }
    do {
      if let policy = try policy.read() {
        records.servicesEnabled = policy.servicesEnabled
        records.rule = policy.rules[application]
      }
    } catch {
      if case .notHonored = error.cause {
        complaints.append(error.description)
      } else {
        // It may forbid what it cannot say any more.
        records.obstacle = error.description
      }
    }
    return (records, complaints)
  }
}

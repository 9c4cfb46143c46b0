// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// What the thread of the center knows to be in the files, and how it changes it.
struct KeptRecords {
  private let core: AuthorizationCore
  private var last: AuthorizationRecords
  private var complaints: [String]

  /// - Parameter last: what was read last.
  init(_ core: AuthorizationCore, _ last: AuthorizationRecords) {
    self.core = core
    self.last = last
    // Those of the start have been said.
    complaints = core.reader.read().complaints
  }

  /// Reads the files, and tells the machine what somebody else changed.
  mutating func refresh() {
    let (records, complaints) = core.reader.read()
    for complaint in complaints where !self.complaints.contains(complaint) { core.log(complaint) }
    self.complaints = complaints
    guard records != last else { return }
    last = records
    core.post(.recordsChanged(records))
  }

  /// Keeps a decision, unless somebody else has changed it meanwhile: then theirs counts.
  mutating func store(_ decision: Decision, replacing old: Decision?) {
    guard let result = replace(old, with: decision) else { return }
    if result.isKept, let decision = result.decision {
      last.decision = decision
      core.post(.stored(decision))
    } else {
      takeOver()
    }
  }

  /// Takes the mark Once, unless another process was faster.
  mutating func takeOnce(_ decision: Decision, replacing old: Decision) {
    guard let result = replace(old, with: decision) else { return core.post(.missedOnce) }
    if result.isKept, let decision = result.decision {
      last.decision = decision
      core.post(.tookOnce(decision))
    } else {
      core.post(.missedOnce)
      takeOver()
    }
  }

  /// Keeps it in the file, or says why it holds only as long as this process does.
  private func replace(
    _ old: Decision?, with decision: Decision
  ) -> (isKept: Bool, decision: Decision?)? {
    guard let store = core.reader.store else {
      core.log(
        AuthorizationError(.write, "the decision", .noPlace(variable: "HOME")).description)
      return nil
    }
    do {
      return try store.replace(
        old, of: core.reader.application, with: decision, at: core.now())
    } catch {
      core.log(error.description)
      return nil
    }
  }

  /// Tells the machine what is in the files, though nothing may have changed there.
  private mutating func takeOver() {
    last = core.reader.read().records
    core.post(.recordsChanged(last))
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Tells in a file that this process uses the location, as long as it does.
struct PresenceTeller: ~Copyable {
  private let core: AuthorizationCore
  private var file: PresenceFile?
  private var told: PresenceEntry?
  private var hasComplained = false

  init(_ core: AuthorizationCore) { self.core = core }

  /// - Parameter entry: `nil` if it is not used.
  mutating func tell(_ entry: PresenceEntry?) {
    guard entry != told else { return }
    told = entry
    guard let entry else {
      file = nil
      return
    }
    guard let directory = core.presence else {
      return complain(
        AuthorizationError(.write, "who uses the location", .noPlace(variable: "XDG_RUNTIME_DIR")))
    }
    if file == nil {
      file = PresenceFile(
        directory: directory, process: entry.process, distinction: .random(in: 1 ... .max))
    }
    do {
      try file?.tell(entry)
    } catch {
      complain(error)
    }
  }

  private mutating func complain(_ error: AuthorizationError) {
    guard !hasComplained else { return }
    hasComplained = true
    core.log(error.description)
  }
}

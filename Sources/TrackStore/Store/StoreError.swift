// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// A failed operation on a position store: what was attempted, on which file, and the reason.
package struct StoreError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    case missing
    case foreign
    /// A later version of this program has written the file, in this version of its format.
    case newer(Int)
    /// The content of the file is inconsistent; what SQLite reports about that.
    case damaged(String)
    /// Another process is using the file; its process ID, if known.
    case inUse(pid_t?)
    /// The disk, the quota or the largest file size allowed leaves no room.
    case full
    /// The file or its folder may not be read or written.
    case permissionDenied
    /// Another user may have written the file, or can exchange it; how, and what to do about it.
    case untrusted(String)
    /// A fix has no date, so that it cannot be placed in order.
    case undated
    /// Any other reason, in the words of SQLite or the system.
    case other(String)
  }

  /// What was attempted, as a verb: `open`, `write to`.
  package let operation: String
  package let path: String
  package let cause: Cause

  package init(_ operation: String, _ path: String, _ cause: Cause) {
    (self.operation, self.path, self.cause) = (operation, path, cause)
  }

  /// Whether the operation may succeed later without a change to the file.
  package var mayPass: Bool {
    switch cause {
    case .full, .inUse, .other: true
    case .missing, .foreign, .newer, .damaged, .permissionDenied, .untrusted, .undated: false
    }
  }

  /// An exit code of sysexits.h.
  package var exitCode: CInt {
    switch cause {
    case .missing: EX_NOINPUT
    case .foreign, .newer, .damaged, .undated: EX_DATAERR
    case .inUse: EX_UNAVAILABLE
    case .full, .other: EX_IOERR
    case .permissionDenied, .untrusted: EX_NOPERM
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// What cannot be done, to which file, for which reason, and what to try instead.
  package var description: String { "cannot \(operation) \(path.escapedForTerminal): \(reason)" }

  private var reason: String {
    switch cause {
    case .missing: "no such file; check the name"
    case .foreign: "it is not a position store of gps; name another file with --store"
    case .newer(let version):
      "a later version of gps wrote it (format \(version)); use that version, or name another file with --store"
    case .damaged(let detail):
      "the file is damaged (\(detail.escapedForTerminal)), and was left as it is; move it away to start over"
    case .inUse(let process):
      "\(process.map { "process \($0)" } ?? "another process") is using it; stop it, or name another file with --store"
    case .full: "the disk is full; make room, or choose another place with --store"
    case .permissionDenied: "permission denied; choose a place of your own with --store"
    case .undated: "a fix has no date"
    case .untrusted(let text), .other(let text): text.escapedForTerminal
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Why a position store cannot be used.

#if Publishing
  package import Glibc
  import LinuxSystem

  /// Why something could not be done with a position store: what was attempted, on which file, and the reason.
  package struct StoreError: Error, Hashable {
    /// Why it failed.
    package enum Cause: Hashable, Sendable {
      /// There is no such file.
      case missing
      /// It is no position store, but something else.
      case foreign
      /// A later version of this program has written it, in this version of its format.
      case newer(Int)
      /// Its content contradicts itself; what SQLite says about that.
      case damaged(String)
      /// Another process has it; its number, as far as it is known.
      case inUse(pid_t?)
      /// The disk, the quota or the largest size allowed leaves no room.
      case full
      /// It, or its folder, may not be read or written.
      case permissionDenied
      /// A fix has no date, without which it has no place in the order of things.
      case undated
      /// Anything else, in the words of SQLite or the system.
      case other(String)
    }

    /// What could not be done, as a verb: `open`, `write to`.
    package let operation: String
    /// The path of the store.
    package let path: String
    package let cause: Cause

    package init(_ operation: String, _ path: String, _ cause: Cause) {
      self.operation = operation
      self.path = path
      self.cause = cause
    }

    /// An exit code of sysexits.h.
    package var exitCode: CInt {
      switch cause {
      case .missing: EX_NOINPUT
      case .foreign, .newer, .damaged, .undated: EX_DATAERR
      case .inUse: EX_UNAVAILABLE
      case .full, .other: EX_IOERR
      case .permissionDenied: EX_NOPERM
      }
    }
  }

  extension StoreError: CustomStringConvertible {
    /// Cannot do what, to which, because why; what to try.
    package var description: String {
      "cannot \(operation) \(path.escapedForTerminal): \(reason)"
    }

    private var reason: String {
      switch cause {
      case .missing: "no such file; check the name"
      case .foreign: "it is not a position store of gps; name another file"
      case .newer(let version):
        "a later version of gps has written it (format \(version)); use that version, or name another file"
      case .damaged(let detail):
        "the file is damaged (\(detail.escapedForTerminal)), and was left as it is; move it away to begin anew"
      case .inUse(let process):
        "\(process.map { "process \($0)" } ?? "another process") is using it; end that, or name another file"
      case .full: "the disk is full; make room, or choose another place"
      case .permissionDenied: "permission denied; choose a place of your own"
      case .undated: "a fix has no date"
      case .other(let text): "\(text.escapedForTerminal)"
      }
    }
  }
#endif

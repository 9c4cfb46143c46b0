// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem
import LocationAuthorization
import LocationService
import ReceiverDiscovery
import ReceiverRecording
import SerialLine
import ServerAccess
import TrackStore

/// An error that describes itself in one line, with an exit code of sysexits.h.
///
/// Functions of this program throw these and, once the reason has been printed, `ExitCode`.
package protocol ReportedError: Error, CustomStringConvertible {
  var exitCode: CInt { get }
}

/// Why a command cannot continue.
package struct Failure: ReportedError {
  package let description: String
  package let exitCode: CInt

  package init(_ description: String, _ exitCode: CInt) {
    (self.description, self.exitCode) = (description, exitCode)
  }

  package init(_ error: any ReportedError) { self.init(error.description, error.exitCode) }

  /// Describes an option that cannot be used, and what to give instead.
  package static func usage(_ option: String, _ advice: String) -> Failure {
    Failure("cannot use \(option): give \(advice)", EX_USAGE)
  }
}

extension String {
  /// Returns the text, with its middle omitted if it is longer: the content of an untrusted file may be endless.
  package func shortened(to length: Int) -> String {
    guard utf8.count > length else { return self }
    return prefix(length / 2) + "…" + suffix(length / 4)
  }
}

/// Returns text with characters escaped that could control a terminal: names and sentences are untrusted.
package func printable(_ text: String) -> String { text.escapedForTerminal }

/// Returns a count with its noun: `1 fix`, `12 fixes`.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}

// MARK: The exit codes of this package's errors

extension AccessError: ReportedError {}
extension TileFileError: ReportedError {}
extension StoreError: ReportedError {}

extension AddressError: ReportedError { package var exitCode: CInt { EX_USAGE } }
extension DeviceSelectorError: ReportedError { package var exitCode: CInt { EX_USAGE } }
extension ServiceError: ReportedError { package var exitCode: CInt { EX_UNAVAILABLE } }
extension SystemError: ReportedError {
  package var exitCode: CInt { [EACCES, EPERM].contains(errno) ? EX_NOPERM : EX_OSERR }
}

extension StreamError: ReportedError {
  package var description: String { reason }
  package var exitCode: CInt { EX_UNAVAILABLE }
}

extension SourceError: ReportedError {
  package var exitCode: CInt {
    if case .port(let error) = self { error.exitCode } else { EX_UNAVAILABLE }
  }
}

extension SerialPortError: ReportedError {
  package var exitCode: CInt {
    switch cause {
    case .missing, .notAPort, .busy, .unplugged, .unsupportedRate: EX_UNAVAILABLE
    case .permissionDenied: EX_NOPERM
    case .notWriting: EX_TEMPFAIL
    case .system: EX_IOERR
    }
  }
}

extension RecordingError: ReportedError {
  package var exitCode: CInt {
    switch cause {
    case .missing, .isDirectory: EX_NOINPUT
    case .permissionDenied: EX_NOPERM
    case .damagedGzip: EX_DATAERR
    case .noGzip: EX_UNAVAILABLE
    case .system: EX_IOERR
    }
  }
}

extension AuthorizationError: ReportedError {
  package var exitCode: CInt {
    switch cause {
    case .damaged, .binary, .notHonored: EX_DATAERR
    case .missing, .notAnApplication: EX_NOINPUT
    case .noPlace: EX_UNAVAILABLE
    case .notOurs, .system(EACCES), .system(EPERM), .system(EROFS): EX_NOPERM
    case .system: EX_IOERR
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The exit codes of this package's errors.

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

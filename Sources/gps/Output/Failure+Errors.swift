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
import RecordingWriter
import SerialLine
import ServerAccess

#if Publishing
  import LocationPublishing

  extension TileFileError: ReportedError {}
  extension StoreError: ReportedError {}
#endif

extension AccessError: ReportedError {}

extension AddressError: ReportedError { var exitCode: CInt { EX_USAGE } }
extension DeviceSelectorError: ReportedError { var exitCode: CInt { EX_USAGE } }
extension ServiceError: ReportedError { var exitCode: CInt { EX_UNAVAILABLE } }
extension SystemError: ReportedError {
  var exitCode: CInt { [EACCES, EPERM].contains(errno) ? EX_NOPERM : EX_OSERR }
}

extension StreamError: ReportedError {
  package var description: String { reason }
  var exitCode: CInt { EX_UNAVAILABLE }
}

extension SourceError: ReportedError {
  var exitCode: CInt {
    if case .port(let error) = self { error.exitCode } else { EX_UNAVAILABLE }
  }
}

extension SerialPortError: ReportedError {
  var exitCode: CInt {
    switch cause {
    case .missing, .notAPort, .busy, .unplugged, .unsupportedRate: EX_UNAVAILABLE
    case .permissionDenied: EX_NOPERM
    case .notWriting: EX_TEMPFAIL
    case .system: EX_IOERR
    }
  }
}

extension RecordingError: ReportedError {
  var exitCode: CInt {
    switch cause {
    case .missing, .isDirectory: EX_NOINPUT
    case .permissionDenied: EX_NOPERM
    case .damagedGzip: EX_DATAERR
    case .noGzip: EX_UNAVAILABLE
    case .system: EX_IOERR
    }
  }
}

extension RecorderError: ReportedError {
  var exitCode: CInt {
    switch cause {
    case .permissionDenied: EX_NOPERM
    default: EX_IOERR
    }
  }
}

extension AuthorizationError: ReportedError {
  var exitCode: CInt {
    switch cause {
    case .damaged, .binary, .notHonored: EX_DATAERR
    case .missing, .notAnApplication: EX_NOINPUT
    case .noPlace: EX_UNAVAILABLE
    case .notOurs, .system(EACCES), .system(EPERM), .system(EROFS): EX_NOPERM
    case .system: EX_IOERR
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization
import LocationService
import ReceiverRecording
import SerialLine
import ServerAccess

#if Publishing
  import LocationPublishing
#endif

extension Failure {
  /// Converts an error of this package.
  ///
  /// `nil` for an exit code whose reason has been reported, and for arguments that cannot be parsed.
  init?(of error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SystemError: self.init(error)
    case let error as SerialPortError: self.init(error)
    case let error as RecordingError: self.init(error)
    case let error as RecorderError: self.init(error)
    case let error as AuthorizationError: self.init(error)
    case let error as ServiceError: self.init(error.description, EX_UNAVAILABLE)
    case let error as AddressError: self.init(error.description, EX_USAGE)
    case let error as AccessError: self.init(error.description, error.exitCode)
    #if Publishing
      case let error as TileFileError: self.init(error.description, error.exitCode)
      case let error as StoreError: self.init(error.description, error.exitCode)
    #endif
    default: return nil
    }
  }
}

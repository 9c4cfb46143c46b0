// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import ReceiverConfiguration
import SerialLine

extension Failure {
  init(_ error: SystemError) { self.init(error.description, EX_OSERR) }

  init(_ error: SerialPortError) {
    let code =
      switch error.cause {
      case .missing, .notAPort, .busy, .unplugged, .unsupportedRate: EX_UNAVAILABLE
      case .permissionDenied: EX_NOPERM
      case .notWriting: EX_TEMPFAIL
      case .system: EX_IOERR
      }
    self.init(error.description, code)
  }

  init(_ failure: ConfigurationFailure, _ device: String) {
    let code =
      failure.isRequestAtFault
      ? EX_USAGE : failure.cause == .silent ? EX_UNAVAILABLE : EX_TEMPFAIL
    self.init(failure.line(for: device), code)
  }
}

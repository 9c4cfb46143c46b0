// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LocationAuthorization

extension Failure {
  init(_ error: AuthorizationError) {
    let exitCode =
      switch error.cause {
      case .damaged, .binary, .notHonored: EX_DATAERR
      case .missing, .notAnApplication: EX_NOINPUT
      case .noPlace: EX_UNAVAILABLE
      case .notOurs, .system(EACCES), .system(EPERM), .system(EROFS): EX_NOPERM
      case .system: EX_IOERR
      }
    self.init(error.description, exitCode)
  }
}

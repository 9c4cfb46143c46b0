// Core Location for Linux. SPDX-License-Identifier: MIT

enum CorrectionState: Hashable {
  case connecting
  /// The caster has accepted the request, and sends nothing yet.
  case connected
  /// The caster waits for a position, and there is no fix.
  case waitingForPosition
  case receiving
  case silent
  /// It cannot be used now, and is tried again.
  case failed(Failure, String)

  enum Failure: String, Hashable {
    case wrongPassword, unknownMountpoint, notACaster, banned, refused, unreachable
  }

  var name: String {
    if case .failed(let failure, _) = self { failure.rawValue } else { "\(self)" }
  }
}

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

extension CorrectionSession {
  /// What is known of the caster's table.
  enum TableState {
    case unknown
    /// It was asked for; whether a message about an unknown mountpoint waits for it.
    case requested(isForMessage: Bool)
    case known(SourceTable)
    case missing

    var table: SourceTable? { if case .known(let table) = self { table } else { nil } }
  }
}

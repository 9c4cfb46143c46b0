// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols
package import SerialLine

/// The state of one source.
package enum ReceiverState: Hashable, Sendable {
  /// It is being opened, or connecting.
  case opening
  /// It is on another machine, and has not answered for a second.
  case connecting
  /// It is open, and has not sent a byte since the given time.
  case silent(since: Duration)
  /// Bytes arrive, and are tried at this rate.
  case detectingRate(BaudRate)
  /// It sends sentences, but has had no position since the given time; the satellites in view, if it reports them.
  case waitingForFix(satellitesInView: Int?, since: Duration)
  /// It has a position.
  case fix
  /// It had a position, and has had none since the given time; the satellites in view, if it still reports them.
  case lost(satellitesInView: Int?, since: Duration)
  /// It was unplugged, or its peer closed the connection.
  case unplugged
  /// It cannot be opened, or was lost with an error.
  indirect case failed(SourceError)
  /// What it sends does not come from a receiver.
  case notAReceiver(Reason)
  /// It is a program that has a receiver, in the given state.
  indirect case relayed(StateReport)
  /// It is the location service, which does not allow this program the location, for the given reason.
  case denied(String)
  /// It sends sentences, but is not used because another receiver is active.
  case standby
  /// It is known, but was not opened because another receiver is active.
  case unused
  /// A recording or standard input is at its end.
  case ended

  /// Why a source is not a receiver.
  package enum Reason: Hashable, Sendable {
    /// It speaks a binary protocol of this name.
    case binary(String)
    /// It speaks NMEA 0183, but never reports a position.
    case noPosition
    /// No sentence arrived, at the only rate allowed or at any rate.
    case noSentence(BaudRate?)
    /// It is gpsd, which sends only its greeting until a client requests more.
    case gpsd
    /// It does not speak the expected protocol, named here.
    case otherProtocol(String)
  }
}

extension ReceiverState {
  /// Whether it has a position now.
  package var hasFix: Bool {
    switch self {
    case .fix: true
    case .relayed(let report): report.code == .fix
    default: false
    }
  }

  /// Whether it could not be opened, or was lost with an error.
  package var isFailure: Bool { if case .failed = self { true } else { false } }

  /// Takes the number of satellites in view, where a receiver without a fix is waiting for more.
  mutating func satellitesChanged(to count: Int) {
    switch self {
    case .waitingForFix(_, let since): self = .waitingForFix(satellitesInView: count, since: since)
    case .lost(_, let since): self = .lost(satellitesInView: count, since: since)
    default: break
    }
  }

  /// How close this is to a position: of several sources, the one with the highest rank gives the overall state.
  var rank: Int {
    switch self {
    case .fix: 11
    case .lost: 10
    case .waitingForFix: 9
    case .detectingRate: 8
    case .silent: 7
    case .opening, .connecting: 6
    case .ended: 5
    case .notAReceiver: 4
    case .failed: 3
    case .unplugged: 2
    case .standby: 1
    case .unused: 0
    case .denied: 4
    case .relayed(let report):
      switch report.code {
      case .fix: 11
      case .waitingForFix: 9
      case .starting: 7
      case .noReceiver: 6
      case .ended: 5
      case .denied: 4
      case .trouble: 3
      }
    }
  }
}

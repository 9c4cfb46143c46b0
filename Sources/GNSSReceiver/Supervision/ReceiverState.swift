// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183
package import SerialLine
package import ServiceProtocol

/// How it stands with one candidate.
package enum ReceiverState: Hashable, Sendable {
  /// It is being opened, or connected to.
  case opening
  /// It is on another machine, and has not answered for a second.
  case connecting
  /// It is open, and has not sent a byte since the given time.
  case silent(since: Duration)
  /// Bytes come, and this rate is tried to make sense of them.
  case detectingRate(BaudRate)
  /// It talks, and has not found a position since the given time. How many satellites it sees, if it said so.
  case waitingForFix(satellitesInView: Int?, since: Duration)
  /// It has a position.
  case fix
  /// It had a position and has none since the given time. How many satellites it sees, if it still says so.
  case lost(satellitesInView: Int?, since: Duration)
  /// It was unplugged, or its peer closed the connection.
  case unplugged
  /// It cannot be opened, or was lost with an error.
  case failed(SourceError)
  /// What it sends is not a receiver's.
  case notAReceiver(Reason)
  /// It is a program that has a receiver, and this is how that is doing.
  case relayed(StateReport)
  /// It is the location service, which does not allow this program the location; its words.
  case denied(String)
  /// It talks, and is left alone because another one serves.
  case spare
  /// It is known, and was not opened because another one serves.
  case unused
  /// A recording or standard input is at its end.
  case ended

  /// Why something is no receiver.
  package enum Reason: Hashable, Sendable {
    /// It speaks a binary protocol, of this name.
    case binary(String)
    /// It speaks NMEA 0183, and never of a position.
    case noPosition
    /// At the one rate that was allowed, or at every one, no sentence came.
    case noSentence(BaudRate?)
    /// It is gpsd, which sends nothing but its greeting until it is asked for more.
    case gpsd
    /// It does not speak the protocol that is expected of it.
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

  /// How close to a position this is: of several candidates, the highest tells how it stands.
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
    case .spare: 1
    case .unused: 0
    case .denied: 4
    case .relayed(let report):
      switch report.code {
      case .fix: 11
      case .waitingForFix: 9
      case .starting: 7
      case .noReceiver: 6
      case .ended: 5
      case .trouble: 3
      }
    }
  }
}

/// One candidate and how it stands with it.
package struct CandidateStatus: Hashable, Sendable {
  /// Which one.
  package var candidate: Candidate
  /// How it stands.
  package var state: ReceiverState
  /// The rate at which it talks; `nil` if it has none, or it is not known.
  package var rate: BaudRate?
}

/// How it stands with all of them.
package struct ReceiverStatus: Hashable, Sendable {
  /// The receiver in use, else the candidate that is closest to a position; `nil` while there is none to
  /// be seen and one is searched for.
  package var current: CandidateStatus?
  /// All candidates, in the order of their identities.
  package var candidates: [CandidateStatus] = []

  package init() {}
}

/// What listeners are told.
package enum ReceiverEvent: Sendable {
  /// It stands differently.
  case status(ReceiverStatus)
  /// A position, and when its last byte came, on the monotonic clock.
  case fix(Fix, arrival: Duration)
  /// The last position that a service knew before this program came, and when that was found.
  case lastFix(Fix, arrival: Duration)
  /// The receiver in use has no position any more: it said so at this time, or with `nil` it fell silent.
  case fixLost(FixTime?)
  /// The satellites in view have changed.
  case satellites(SatellitesInView)
  /// Where the bow points, and when that came, on the monotonic clock.
  case heading(Heading, arrival: Duration)
  /// The receiver in use has stated the errors of the fix that comes next.
  case errorStatistics(ErrorStatistics)
  /// Something that the receiver in use sent was dropped; counts since it was opened.
  case defects(Defects)
  /// What the receiver in use sent, for those who asked for it.
  case bytes(ReceivedBytes)
}

/// Bytes as they came.
package struct ReceivedBytes: Sendable {
  /// The bytes.
  package var bytes: [UInt8]
  /// When they came, nanoseconds since 1970 by the machine's clock.
  package var time: Int64
}

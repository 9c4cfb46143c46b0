// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols
package import SerialLine

/// One candidate and its state.
package struct CandidateStatus: Hashable, Sendable {
  /// The candidate.
  package var candidate: Candidate
  /// Its state.
  package var state: ReceiverState
  /// The rate at which it sends; `nil` if it has none, or it is not known.
  package var rate: BaudRate?
}

extension CandidateStatus {
  /// Whether it is a receiver, or was named or is known as one.
  fileprivate var isSpare: Bool {
    switch state {
    case .waitingForFix, .fix, .lost, .spare: true
    case .relayed, .silent, .unplugged, .failed, .notAReceiver, .denied:
      candidate.likelihood >= .certain
    case .opening, .connecting, .detectingRate, .unused, .ended: false
    }
  }
}

/// The state of all candidates.
package struct ReceiverStatus: Hashable, Sendable {
  /// The receiver in use, else the candidate that is closest to a position; `nil` while there are no candidates.
  package var current: CandidateStatus? {
    didSet { report = StateReport(current, spares: spares) }
  }
  /// All candidates, in the order of their identities.
  package var candidates: [CandidateStatus] = []
  /// The other receivers that may take over, or would if they worked.
  package var spares: [CandidateStatus] {
    // The service states its own.
    guard let current, !current.candidate.place.traits.contains(.isService) else { return [] }
    return candidates.filter {
      $0.candidate.identity != current.candidate.identity && $0.isSpare
    }
  }
  /// The state of all this for programs.
  package private(set) var report: StateReport

  /// A source that is at its end.
  package static let ended = ReceiverStatus(StateReport(state: "ended", code: .ended))

  /// - Parameter report: by default, that no receiver is known.
  package init(_ report: StateReport = StateReport(nil)) { self.report = report }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols
package import SerialLine

/// One source and its state.
package struct SourceStatus: Hashable, Sendable {
  /// The source.
  package var source: Source
  /// Its state.
  package var state: ReceiverState
  /// The rate at which it sends; `nil` if it has none, or it is not known.
  package var rate: BaudRate?
}

extension SourceStatus {
  /// Whether it is a receiver, or was named or is known as one.
  fileprivate var isSpare: Bool {
    switch state {
    case .waitingForFix, .fix, .lost, .standby: true
    case .relayed, .silent, .unplugged, .failed, .notAReceiver, .denied:
      source.likelihood >= .certain
    case .opening, .connecting, .detectingRate, .unused, .ended: false
    }
  }
}

/// The state of all sources.
package struct ReceiverStatus: Hashable, Sendable {
  /// The receiver in use, else the source that is closest to a position; `nil` while there are no sources.
  package var current: SourceStatus? {
    didSet { report = StateReport(current, standbys: standbys) }
  }
  /// All sources, in the order of their identities.
  package var sources: [SourceStatus] = []
  /// The other receivers that may take over, or would if they worked.
  package var standbys: [SourceStatus] {
    // The service states its own.
    guard let current, !current.source.traits.contains(.isService) else { return [] }
    return sources.filter {
      $0.source.identity != current.source.identity && $0.isSpare
    }
  }
  /// The state of all this for programs.
  package private(set) var report: StateReport

  /// A source that is at its end.
  package static let ended = ReceiverStatus(StateReport(state: "ended", code: .ended))

  /// - Parameter report: by default, that no receiver is known.
  package init(_ report: StateReport = StateReport(nil)) { self.report = report }
}

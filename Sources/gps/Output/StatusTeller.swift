// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import SerialLine

/// Says on standard error how it stands with the receiver, whenever that changes for a user.
struct StatusTeller {
  /// How it stands, in words.
  private(set) var standing = "nothing is open yet"
  private let tellsSatellites: Bool
  private let isMute: Bool
  private var hasServed = false
  /// What was said last; `nil` before anything was.
  private var told: String?

  /// - Parameters:
  ///   - tellsSatellites: whether it is said when there are more or fewer satellites in view; false if they are shown
  ///     elsewhere.
  ///   - isMute: whether somebody else tells everything.
  init(tellsSatellites: Bool = true, isMute: Bool = false) {
    self.tellsSatellites = tellsSatellites
    self.isMute = isMute
  }

  /// Tells a status.
  ///
  /// - Returns: whether what was read is at its end.
  /// - Throws: ``Failure`` when the only candidate cannot be used from the start.
  mutating func tell(_ status: ReceiverStatus) throws -> Bool {
    guard let current = status.current else {
      standing = "no receiver found"
      return false
    }
    if case .failed(let error) = current.state, !hasServed, status.candidates.count == 1 {
      if case .port(let error) = error { throw Failure(error) }
      throw Failure(error.description, EX_UNAVAILABLE)
    }
    switch current.state {
    case .ended: return true
    case .opening where told == nil: standing = "opening \(current.candidate.name)"
    case .waitingForFix, .fix: hasServed = true
    default: break
    }
    guard let text = current.explanation else { return false }
    standing = text
    let news = tellsSatellites ? text : current.withoutSatellites.explanation
    if news != told {
      told = news
      if let news, !isMute { complain(news) }
    }
    return false
  }
}

extension CandidateStatus {
  /// The same without what changes all the time.
  fileprivate var withoutSatellites: CandidateStatus {
    var status = self
    switch state {
    case .waitingForFix(_, let since):
      status.state = .waitingForFix(satellitesInView: nil, since: since)
    case .lost(_, let since): status.state = .lost(satellitesInView: nil, since: since)
    default: break
    }
    return status
  }
}

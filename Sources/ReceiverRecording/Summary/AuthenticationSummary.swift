// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import NMEA0183
package import NavigationAuthentication
import UBX

/// What Galileo's signatures say about the navigation messages in a recording.
///
/// Whether they were received when they say so, no recording can prove: the receiver's time is only held against theirs.
package struct AuthenticationSummary: Sendable {
  private var reader = NavigationPageReader()
  private var authenticator: NavigationAuthenticator
  private var effects: NavigationAuthenticator.Effects = []
  package private(set) var tally = AuthenticationTally()

  package init(_ authenticator: NavigationAuthenticator) { self.authenticator = authenticator }

  package var standing: SignatureStanding { authenticator.standing }

  package var status: AuthenticationTally.Status { tally.status(standing) }

  mutating func received(_ kind: FrameKind, _ payload: RawSpan) {
    add(reader.received(kind, payload))
  }

  mutating func received(_ message: Message) { add(reader.received(message)) }

  mutating func finish() {
    add(reader.finish())
    authenticator.finish(into: &effects)
    count()
  }

  private mutating func add(_ pages: [NavigationPage]) {
    for page in pages {
      tally.add(page)
      authenticator.consume(page, into: &effects)
    }
    if let time = reader.time { authenticator.elapse(to: time, into: &effects) }
    count()
  }

  private mutating func count() {
    for verdict in effects { tally.add(verdict) }
    effects.removeAll(keepingCapacity: true)
  }
}

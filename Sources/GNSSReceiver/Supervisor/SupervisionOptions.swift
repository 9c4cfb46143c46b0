// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LinuxSystem
package import NMEA0183
package import SerialLine

/// How a failed connection is tried again.
struct RetryRule: Sendable {
  /// The first wait before it is tried again; each wait is twice the last.
  var first: Duration
  var longest: Duration = .seconds(5)
  /// How long it has to be understood before its next failure counts as a first one.
  var stay: Duration
}

/// How failed connections are tried again: to ports, which costs only this machine, to servers, to the location service, and
/// to the fallback.
///
/// Unplugged and plugged in by hand, a port has to be back at once, and a device that comes and goes by itself is slower
/// than any retry; so to have been understood is enough for it.
struct RetryRules: Sendable {
  var port = RetryRule(first: .milliseconds(10), stay: .zero)
  var server = RetryRule(first: .milliseconds(250), stay: .seconds(10))
  var service = RetryRule(first: .milliseconds(100), stay: .seconds(1))
  var fallback = RetryRule(first: .seconds(1), longest: .seconds(60), stay: .seconds(10))
}

/// How sources are treated.
package struct SupervisionOptions: Sendable {
  /// The only baud rate allowed; `nil` finds it.
  package var rate: BaudRate?
  /// How sentences without a checksum are treated.
  package var checksums: SentenceFramer.ChecksumPolicy = .required
  /// A day on which the receiver was not running yet; see ``FixPipeline``.
  ///
  /// With `nil`, dates from a port that lie before this software was built are corrected, since a port's data is
  /// current; dates from servers and files may be years old, and are kept.
  package var referenceDate: CivilDate?
  /// The service that takes precedence over all ports when receivers are searched for automatically; `nil` for none.
  package var service: ServiceSource?
  /// What is asked when receivers are searched for automatically, and neither they nor the service have a position; `nil`
  /// for nothing.
  package var fallback: GeoClueSource?
  /// What is written to the receiver in use, whose port is then opened for that; `nil` for nothing, as is usual.
  package var outbox: ReceiverOutbox?

  /// Makes what verifies the signatures of a receiver's satellites; `nil` for nothing, as in applications.
  package var authenticator: AuthenticatorMaker?

  /// Makes a new one for each connection, which may be that of a recording.
  package typealias AuthenticatorMaker =
    @Sendable (_ isRecorded: Bool) -> any FixAuthenticator

  /// Whether what standbys report is passed on, too, marked as theirs.
  package var reportsStandbys = false

  /// The likelihood from which on a silent source is still taken for a receiver.
  var trustedLikelihood = Source.Likelihood.likely
  /// How long a receiver may send no byte before it counts as silent.
  package var silence: Duration = .seconds(10)
  /// How long a receiver may be without a fix, having lost it, before the standbys are listened to.
  var patience: Duration = .seconds(30)
  /// How long a source is listened to although another one has a fix.
  var trial: Duration = .seconds(10)
  /// How failed connections are tried again.
  var retries = RetryRules()
  /// How long nobody else may be without a position before the fallback is asked.
  var fallbackPatience: Duration = .seconds(5)
  /// How much later than planned a wait may end before the data that arrived meanwhile is too old to use.
  var longestDelay: Duration = .seconds(5)
  /// How long connecting to a server takes before that is reported.
  var connectingPatience: Duration = .seconds(1)

  /// For how long this machine has slept in all, nanoseconds.
  var asleep: @Sendable () -> Int64 = sleptFor
  /// The date by this machine's clock, which tells a receiver whose week counter has overflowed from an old log.
  var today: @Sendable () -> CivilDate = {
    FixTime(nanosecondsSince1970: nanosecondsSince1970()).date ?? .build
  }

  package init() {}

  /// Returns a pipeline for a connection that has just been opened.
  ///
  /// - Parameter traits: those of its source.
  func pipeline(for traits: SourceTraits) -> FixPipeline {
    // Only what comes through a port comes as it is sent.
    unwatched(for: traits).warning(by: traits.contains(.hasRate) ? .arrivals : .tags)
      .authenticating(by: authenticator?(traits.contains(.isRecorded)))
  }

  private func unwatched(for traits: SourceTraits) -> FixPipeline {
    guard referenceDate == nil, traits.contains(.hasRate) else {
      return FixPipeline(checksums: checksums, referenceDate: referenceDate)
    }
    return FixPipeline(
      checksums: checksums, referenceDate: .build, latestDate: .latestLive(on: today()))
  }
}

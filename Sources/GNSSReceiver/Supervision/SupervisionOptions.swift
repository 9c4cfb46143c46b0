// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183
package import SerialLine

/// How candidates are treated.
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
  package var service: ServicePlace?

  /// The likelihood from which on a silent candidate is still taken for a receiver.
  var trustedLikelihood = Candidate.Likelihood.likely
  /// How long a receiver may send no byte before it counts as silent.
  package var silence: Duration = .seconds(10)
  /// How long a receiver may be without a fix, having lost it, before the spares are listened to.
  var patience: Duration = .seconds(30)
  /// How long a candidate is listened to although another one has a fix.
  var trial: Duration = .seconds(10)
  /// The first and the longest wait before a failed link is tried again; each wait is twice the last.
  ///
  /// Retrying a port costs only this machine.
  var firstRetry: Duration = .milliseconds(10)
  var firstNetworkRetry: Duration = .milliseconds(250)
  var longestRetry: Duration = .seconds(5)
  /// How long a server has to be understood before its next failure counts as a first one.
  ///
  /// For a port it is enough to have been understood: unplugged and plugged in by hand, it has to be back at once, and
  /// a device that comes and goes by itself is slower than any retry.
  var networkStay: Duration = .seconds(10)
  /// The same for the location service on this machine.
  var firstServiceRetry: Duration = .milliseconds(100)
  var serviceStay: Duration = .seconds(1)
  /// How long the service may take to greet before the ports are opened anyway.
  var servicePatience: Duration = .seconds(2)
  /// How long to wait for a service that went away before the ports are opened: it may be restarting.
  var serviceGrace: Duration = .seconds(5)
  /// How much later than planned a wait may end before the data that arrived meanwhile is too old to use.
  var longestDelay: Duration = .seconds(5)
  /// How long connecting to a server takes before that is reported.
  var connectingPatience: Duration = .seconds(1)

  package init() {}

  /// Returns a pipeline for a receiver that is heard for the first time.
  ///
  /// - Parameter traits: those of its place.
  func pipeline(for traits: PlaceTraits) -> FixPipeline {
    guard referenceDate == nil, traits.contains(.hasRate) else {
      return FixPipeline(checksums: checksums, referenceDate: referenceDate)
    }
    return FixPipeline(checksums: checksums, referenceDate: .build, latestDate: .latestLive)
  }
}

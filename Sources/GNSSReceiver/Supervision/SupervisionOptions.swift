// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183
package import SerialLine

/// How candidates are treated.
package struct SupervisionOptions: Sendable {
  /// The only baud rate allowed; `nil` finds it.
  package var rate: BaudRate?
  /// What becomes of sentences without a checksum.
  package var checksums: SentenceFramer.ChecksumPolicy = .required
  /// A day on which the receiver was not running yet; see ``FixPipeline``.
  ///
  /// `nil` corrects dates from a port that lie before this software was built, since those are of today; dates from
  /// servers and files may be of years ago, and stay as they are.
  package var referenceDate: CivilDate?
  /// The service that goes before all ports, where whatever looks like a receiver is looked for; `nil` asks none.
  package var service: ServicePlace?

  /// From this likelihood on, silence does not make a candidate none.
  var trustedLikelihood = Candidate.Likelihood.likely
  /// Without a byte for so long, a receiver has gone dumb.
  package var silence: Duration = .seconds(10)
  /// How long one that has lost its fix is borne with before the spares are listened to.
  var patience: Duration = .seconds(30)
  /// How long a candidate is listened to although another one has a fix.
  var trial: Duration = .seconds(10)
  /// The first and the longest wait before what has failed is tried again; each is twice the last.
  ///
  /// A port costs nobody but this machine.
  var firstRetry: Duration = .milliseconds(10)
  var firstNetworkRetry: Duration = .milliseconds(250)
  var longestRetry: Duration = .seconds(5)
  /// How long a server has to be understood for its next failure to be a first one.
  ///
  /// A port that has been understood starts anew at once: pulled out and plugged in by hand, it is to be back in no time,
  /// and a device that comes and goes by itself is slower than any retry.
  var networkStay: Duration = .seconds(10)
  /// The same for the location service, on this machine.
  var firstServiceRetry: Duration = .milliseconds(100)
  var serviceStay: Duration = .seconds(1)
  /// How long the service may take to greet before the ports are opened all the same.
  var servicePatience: Duration = .seconds(2)
  /// How long a service that went away is waited for before the ports are opened: it may be starting anew.
  var serviceGrace: Duration = .seconds(5)
  /// How much later than planned a wait may end before what has come meanwhile is too old to be of use.
  var longestDelay: Duration = .seconds(5)
  /// How long connecting to a server takes before that is reported.
  var connectingPatience: Duration = .seconds(1)

  package init() {}

  /// A pipeline for a receiver that is heard for the first time.
  ///
  /// - Parameter traits: those of its place.
  func pipeline(for traits: PlaceTraits) -> FixPipeline {
    guard referenceDate == nil, traits.contains(.hasRate) else {
      return FixPipeline(checksums: checksums, referenceDate: referenceDate)
    }
    return FixPipeline(checksums: checksums, referenceDate: .build, latestDate: .latestLive)
  }
}

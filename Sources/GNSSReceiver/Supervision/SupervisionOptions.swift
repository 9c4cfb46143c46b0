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
  package var referenceDate: CivilDate?

  /// From this likelihood on, silence does not make a candidate none.
  var trustedLikelihood = 2
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

  package init() {}

  /// A pipeline for a receiver that is heard for the first time.
  var pipeline: FixPipeline { FixPipeline(checksums: checksums, referenceDate: referenceDate) }
}

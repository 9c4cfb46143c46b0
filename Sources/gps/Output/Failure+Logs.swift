// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183

extension Failure {
  /// Describes a file without a valid sentence, and what it contains instead.
  init(
    noSentenceIn file: String, doing verb: String, dropped: Defects, binary: [String] = []
  ) {
    let instead =
      if !binary.isEmpty {
        "but \(binary.joined(separator: " and ")); switch the receiver to NMEA 0183"
      } else if dropped.missingChecksums * 2 > dropped.sentences {
        "only \(dropped.summary); try --allow-missing-checksums"
      } else if dropped.isEmpty {
        "it is empty; is it a recording of a receiver?"
      } else {
        "only \(dropped.summary); is it a recording of a receiver?"
      }
    self.init(
      "cannot \(verb) \(file.fileName): no valid NMEA 0183 sentence or UBX frame in it, \(instead)",
      EX_DATAERR)
  }
}

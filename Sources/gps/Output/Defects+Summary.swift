// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import NMEA0183

extension Defects {
  var summary: String {
    let parts = [
      (checksumMismatches, "wrong checksum", "wrong checksums"),
      (missingChecksums, "missing checksum", "missing checksums"),
      (brokenSentences, "sentence cut off", "sentences cut off"),
      (oversizedSentences, "sentence too long", "sentences too long"),
      (malformedAddresses, "sentence without an address", "sentences without an address"),
      (damagedTagBlocks, "damaged TAG block", "damaged TAG blocks"),
      (unreadableSentences, "unreadable time or position", "unreadable times or positions"),
      (unreadableFields, "unreadable field", "unreadable fields"),
      (damagedFrames, "damaged frame", "damaged frames"),
      (noiseBytes, "byte between sentences", "bytes between sentences"),
    ]
    return parts.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
      .joined(separator: ", ")
  }
}

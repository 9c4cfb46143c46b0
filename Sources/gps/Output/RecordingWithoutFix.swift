// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import NMEA0183

func reportMissingFix(in file: String, doing activity: String) throws {
  var reader = MessageReader()
  var count = 0
  let unreadable = try read(file) { bytes in reader.read(bytes) { _ in count += 1 } }
  reader.finish()
  guard count > 0 else {
    throw unreadable ?? Failure(noSentenceIn: file, doing: activity, dropped: reader.defects)
  }
  complain("no fix in \(file); run \"gps check\" on it to see what the receiver sent")
}

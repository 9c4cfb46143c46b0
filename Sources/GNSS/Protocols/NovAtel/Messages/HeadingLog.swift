// Core Location for Linux. SPDX-License-Identifier: MIT

/// HEADING, DUALANTENNAHEADING and UNIHEADING: the direction from one antenna to the other.
///
///     status type baseline heading pitch reserved σheading σpitch station tracked used …
///     0      4    8        12      16    20       24       28     32      36      37
struct HeadingLog: LogMessage {
  var solutionStatus: SolutionState
  var positionType: SolutionType
  var baseline: Double?
  /// Clockwise from true north.
  var heading: Double?
  var pitch: Double?
  var headingDeviation: Double?
  var pitchDeviation: Double?
  var satellitesUsed: Int?

  init?(_ fields: inout LogFields) {
    self.init(&fields, stations: 1)
  }

  fileprivate init?(_ fields: inout LogFields, stations: Int) {
    guard let status = fields.solutionStatus(), let type = fields.solutionType() else { return nil }
    (solutionStatus, positionType) = (status, type)
    (baseline, heading, pitch) = (fields.float(), fields.float(), fields.float())
    fields.skip(bytes: 4, fields: 1)
    (headingDeviation, pitchDeviation) = (fields.float(), fields.float())
    fields.skip(bytes: 4 * stations + 1, fields: stations + 1)
    satellitesUsed = fields.byte()
  }

  /// The heading, if it was computed with whole numbers of wavelengths.
  var validHeading: Double? {
    solutionStatus.isComputed && positionType.hasIntegers ? heading : nil
  }
}

/// HEADING2: the same with the names of both antennas' receivers.
struct HEADING2: LogMessage {
  let heading: HeadingLog

  init?(_ fields: inout LogFields) {
    guard let heading = HeadingLog(&fields, stations: 2) else { return nil }
    self.heading = heading
  }

  func encode(to encoder: any Encoder) throws { try heading.encode(to: encoder) }
}

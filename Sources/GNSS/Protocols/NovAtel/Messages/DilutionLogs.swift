// Core Location for Linux. SPDX-License-Identifier: MIT

/// STADOP, Unicore's: dilutions of precision, of which 9999 means none.
///
///     iTOW GDOP PDOP TDOP VDOP HDOP NDOP EDOP …
///     0    4    8    12   16   20   24   28
struct STADOP: LogMessage {
  var gdop: Double?
  var pdop: Double?
  var tdop: Double?
  var vdop: Double?
  var hdop: Double?

  init?(_ fields: inout LogFields) {
    fields.skip(bytes: 4, fields: 1)
    (gdop, pdop, tdop) = (fields.float(), fields.float(), fields.float())
    (vdop, hdop) = (fields.float(), fields.float())
    guard hdop != nil else { return nil }
  }
}

/// PSRDOP, NovAtel's: dilutions of precision, of which 9999 means none.
///
///     GDOP PDOP HDOP HTDOP TDOP cutoff …
///     0    4    8    12    16   20
struct PSRDOP: LogMessage {
  var gdop: Double?
  var pdop: Double?
  var hdop: Double?

  init?(_ fields: inout LogFields) {
    (gdop, pdop, hdop) = (fields.float(), fields.float(), fields.float())
    guard hdop != nil else { return nil }
  }

  /// What remains of the dilution in three dimensions.
  var vdop: Double? {
    guard let pdop, let hdop, pdop > hdop, pdop < 99 else { return nil }
    return (pdop * pdop - hdop * hdop).squareRoot()
  }
}

/// TIME and RECTIME: UTC, and by how much it differs from the time of GPS.
///
///     clock status offset σ UTC offset year month day hour minute ms UTC status
///     0            4      12 20        28   32    33  34   35     36 40
struct TimeLog: LogMessage {
  var clockStatus: String
  /// Seconds, −18 since 2017.
  var utcOffset: Double?
  var year: Int?
  var month: Int?
  var day: Int?
  var hour: Int?
  var minute: Int?
  var millisecond: Int?
  /// VALID, or WARNING while the leap seconds may be wrong.
  var utcStatus: String

  init?(_ fields: inout LogFields) {
    guard let clock = fields.word([0: "VALID", 1: "CONVERGING", 2: "ITERATING", 3: "INVALID"])
    else { return nil }
    clockStatus = clock
    fields.skip(bytes: 16, fields: 2)
    utcOffset = fields.double()
    (year, month, day) = (fields.integer(), fields.byte(), fields.byte())
    (hour, minute, millisecond) = (fields.byte(), fields.byte(), fields.integer())
    guard let utc = fields.word([0: "INVALID", 1: "VALID", 2: "WARNING"]) else { return nil }
    utcStatus = utc
  }

  /// By how much GPS is ahead of UTC, seconds; `nil` unless the receiver is certain.
  var leapSeconds: Int? {
    guard clockStatus == "VALID", utcStatus == "VALID", let utcOffset,
      (-60.0...0).contains(utcOffset.rounded())
    else { return nil }
    return -Int(utcOffset.rounded())
  }
}

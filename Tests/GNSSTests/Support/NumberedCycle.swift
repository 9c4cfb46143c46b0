// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

/// The sentences of a receiver, epoch by epoch, in which every number identifies the epoch that it belongs to.
///
/// In epoch *n* the latitude is 51° and *n* hundredths of a minute north, the altitude *n* + 0.5 m, the
/// speed *n* knots, the course *n* degrees and the vertical dilution of precision 1 + *n* / 10.
struct NumberedCycle: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The formatters of an epoch's sentences, in order.
  let kinds: [String]
  /// The time from one epoch to the next, in milliseconds.
  var period = 1000
  /// A formatter that is sent only with every tenth epoch.
  var seldom: String?

  init(_ name: String, _ kinds: String...) {
    testDescription = name
    self.kinds = kinds
  }

  /// Returns the sentences of an epoch.
  func bodies(_ n: Int) -> [String] {
    kinds.filter { $0 != seldom || n % 10 == 9 }.map { body($0, n) }
  }

  func time(_ n: Int) -> String { clock(n * period) }

  private func body(_ kind: String, _ n: Int) -> String {
    let place = "51\(padded(n / 100, 2)).\(padded(n % 100, 2))00,N,00007.5000,W"
    return switch kind {
    case "RMC": "GPRMC,\(time(n)),A,\(place),\(n),\(n % 360),140625,,,A"
    case "GGA": "GPGGA,\(time(n)),\(place),1,08,0.9,\(n).5,M,47.25,M,,"
    case "GLL": "GPGLL,\(place),\(time(n)),A,A"
    case "GNS": "GNGNS,\(time(n)),\(place),AN,08,0.9,\(n).5,47.25,,"
    case "VTG": vtg(speed: "\(n)", course: "\(n % 360)")
    case "GSA": gsa(hdop: "0.9", vdop: "\(1 + n / 10).\(n % 10)")
    case "GSV": gsv()
    case "GST": gst(time(n))
    case "ZDA": zda(time(n))
    case "PGRME": "PGRME,3.0,M,4.0,M,5.0,M"
    default: preconditionFailure("no such sentence: \(kind)")
    }
  }
}

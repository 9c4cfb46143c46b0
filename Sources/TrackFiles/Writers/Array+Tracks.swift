// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

extension [UInt8] {
  /// Appends a latitude or longitude in degrees, with nine decimals: a tenth of a millimeter.
  mutating func append(degrees: Double) { append(degrees, decimals: 9) }

  /// Appends a course in degrees, with two decimals; a value that would be rounded to 360 becomes 0.
  mutating func append(course: Double) { append(course < 359.995 ? course : 0, decimals: 2) }

  mutating func append(_ value: Double?, decimals: Int) {
    if let value { append(value, decimals: decimals) }
  }

  /// Appends date and time as XML Schema allows them, if the date is known: a leap second is the next day's first.
  mutating func append(dateTime time: FixTime?) { append(iso8601: time?.withoutSecond60) }

  /// Appends date and time in ISO 8601, if the date is known.
  mutating func append(iso8601 time: FixTime?) {
    guard let time, time.date != nil else { return }
    append(time)
  }

  /// Appends an XML element that contains a number, if there is one.
  mutating func element(_ name: String, _ value: Double?, decimals: Int) {
    guard let value else { return }
    element(name) { $0.append(value, decimals: decimals) }
  }

  mutating func element(_ name: String, _ content: (inout [UInt8]) -> Void) {
    append("<")
    append(name)
    append(">")
    content(&self)
    append("</")
    append(name)
    append(">")
  }
}

extension String {
  /// The text escaped as the content of an XML element; characters that XML cannot contain are replaced.
  package var escapedForXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

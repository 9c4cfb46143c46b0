// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// The JSON of decisions, policy and presence: for people to read, dates in UTC with milliseconds.
enum AuthorizationCoding {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      try value.encode(style.format(date))
    }
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      let text = try value.decode(String.self)
      // By hand it is written without them.
      guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
      else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no date")
      }
      return date
    }
    return decoder
  }
}

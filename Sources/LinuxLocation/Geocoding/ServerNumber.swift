// Core Location for Linux. SPDX-License-Identifier: MIT

/// A number that a server sent, as a number or as text.
struct ServerNumber: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let value =
      try (try? container.decode(Double.self)) ?? Double(container.decode(String.self)) ?? .nan
    guard value.isFinite else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number")
    }
    self.value = value
  }
}

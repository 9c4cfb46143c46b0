// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import ReceiverSimulator
import Testing

/// A completed simulation: its epochs, and what was sent in each.
struct Simulation {
  let bytes: [UInt8]
  let bursts: [(epoch: SimulatedEpoch, messages: [Message])]
  let defects: Defects

  init(_ configuration: SimulatedReceiver.Configuration, seed: UInt64 = 1) {
    var receiver = SimulatedReceiver(configuration, seed: seed)
    var reader = MessageReader()
    var bytes: [UInt8] = []
    var bursts: [(epoch: SimulatedEpoch, messages: [Message])] = []
    while true {
      let start = bytes.count
      guard let epoch = receiver.nextEpoch(appendingTo: &bytes) else { break }
      var messages: [Message] = []
      var position = start
      while position < bytes.count {
        position += reader.push(bytes.span.bytes.extracting(position..<bytes.count))
        while let message = reader.next() { messages.append(message) }
      }
      bursts.append((epoch, messages))
    }
    reader.finish()
    self.bytes = bytes
    self.bursts = bursts
    defects = reader.defects
  }

  var epochs: [SimulatedEpoch] { bursts.map(\.epoch) }
  var messages: [Message] { bursts.flatMap(\.messages) }
  var sentences: [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  /// Returns the fields of the sentences with a formatter, such as GGA, without the checksum.
  func fields(of formatter: String) -> [[Substring]] {
    sentences.filter { $0.dropFirst(3).hasPrefix(formatter) }.map { sentence in
      let body = sentence.prefix { $0 != "*" }
      return Array(body.split(separator: ",", omittingEmptySubsequences: false)[1...])
    }
  }
}

extension SimulatedReceiver.Configuration {
  /// Returns a walk of a number of epochs, from noon on a day in 2025; the closure sets what differs.
  static func walk(
    _ epochs: Int, _ change: (inout Self) -> Void = { _ in }
  ) throws -> SimulatedReceiver.Configuration {
    var configuration = SimulatedReceiver.Configuration(
      route: .straight(from: .lindau, course: 60, speed: 1.5),
      startDate: try #require(CivilDate(year: 2025, month: 6, day: 15)),
      startTime: try #require(UTCTime(hour: 12, minute: 0, second: 0)))
    configuration.epochCount = epochs
    change(&configuration)
    return configuration
  }
}

extension SimulatedPosition {
  /// The harbor of Lindau.
  static let lindau = SimulatedPosition(latitude: 47.5437, longitude: 9.6833, altitude: 396)

  /// Earth-centered coordinates on the ellipsoid, from a = 6378137 and 1/f = 298.257223563.
  var cartesian: (x: Double, y: Double, z: Double) {
    let flattening = 1 / 298.257223563
    let squared = flattening * (2 - flattening)
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let normal = 6_378_137 / sqrt(1 - squared * sin(phi) * sin(phi))
    return (
      normal * cos(phi) * cos(lambda), normal * cos(phi) * sin(lambda),
      normal * (1 - squared) * sin(phi)
    )
  }

  /// Returns the length of the straight line through the ground, meters.
  func chord(to other: SimulatedPosition) -> Double {
    let (a, b) = (cartesian, other.cartesian)
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z))
  }
}

/// Returns the standard deviation around a mean of 0.
func deviation(_ values: [Double]) -> Double {
  sqrt(values.reduce(0) { $0 + $1 * $1 } / Double(values.count))
}

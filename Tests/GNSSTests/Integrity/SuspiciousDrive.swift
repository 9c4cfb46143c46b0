// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// A drive to the north at 10 m/s, one fix a second, of which a test changes what it wants.
///
/// The accuracy is 4.29 m at a dilution of 1: 5 times that of two fixes are 30 m.
struct SuspiciousDrive {
  /// What the receiver reports in one second.
  struct Second {
    /// Meters to the north of the start.
    var north: Double
    /// The speed that is reported, meters per second.
    var speed = 10.0
    var altitude = 100.0
    /// The time of day, milliseconds after noon.
    var clock: Int
    /// The time of the TAG block, seconds after noon; `nil` for none.
    var tag: Int?
    /// Carrier-to-noise density of ten satellites.
    var strengths = [22, 27, 31, 34, 37, 39, 41, 43, 45, 47]
    /// Further sentences.
    var extra: [String] = []
    /// Frames of UBX behind them.
    var frames: [UInt8] = []
    /// The satellites used.
    var satellites = 10
    var isSilent = false
  }

  /// Returns the warnings of each fix of a drive.
  static func warnings(
    seconds: Int = 60, _ change: (Int, inout Second) -> Void = { _, _ in }
  ) -> [FixWarnings] {
    var listener = Listener(FixPipeline().warning())
    for index in 0..<seconds {
      var second = Second(north: Double(index) * 10, clock: index * 1000)
      change(index, &second)
      if !second.isSilent { send(second, to: &listener) }
    }
    listener.finish()
    return listener.fixes.map(\.warnings)
  }

  private static func send(_ second: Second, to listener: inout Listener) {
    let time = clock(second.clock)
    // A minute of latitude is 1855.3 m on the sphere on which distances are compared.
    let millionths = Int((second.north / 1855.3248 * 1_000_000).rounded()) + 30_000_000
    let place = "51\(millionths / 1_000_000).\(padded(millionths % 1_000_000, 6)),N,00007.5000,W"
    let knots = second.speed * 3600 / 1852
    var bodies = [
      "GPGGA,\(time),\(place),1,\(padded(second.satellites, 2)),1.0,\(second.altitude),M,47.25,M,,",
      "GPRMC,\(time),A,\(place),\(knots),0,140625,,,A",
    ]
    bodies += (0..<3).map { group in
      let here = second.strengths.enumerated().dropFirst(group * 4).prefix(4)
      return "GPGSV,3,\(group + 1),\(second.strengths.count)"
        + here.map { ",\(padded($0 + 1, 2)),45,\(padded($0 * 30, 3)),\($1)" }.joined()
    }
    bodies += second.extra
    var text = bodies.map { SentenceEncoder.sentence(body: $0) }
    // 14 June 2025, 12:00:00.
    if let tag = second.tag { text[0] = tagBlock("c:\(1_749_902_400 + tag)") + text[0] }
    listener.receive(bytes: Array(text.joined().utf8) + second.frames)
  }

  private static func tagBlock(_ body: String) -> String {
    let checksum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "\\\(body)*\(checksum.count < 2 ? "0" : "")\(checksum)\\"
  }
}

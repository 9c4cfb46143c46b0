// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Sentences of a receiver at rest in the harbor of Lindau on 15 June 2025.
enum SampleLog {
  /// Returns the sentence with this text between `$` and `*`.
  static func sentence(_ body: String) -> String { SentenceEncoder.sentence(body: body) }

  /// Returns the position at a number of seconds after noon, without a date.
  static func position(_ second: Int) -> String {
    sentence("GPGGA,\(time(second)),4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,")
  }

  /// Returns the position with speed, course and a date, at a number of seconds after noon.
  static func motion(_ second: Int, date: String = "150625") -> String {
    sentence("GPRMC,\(time(second)),A,4732.6220,N,00940.9980,E,2.0,60.0,\(date),,,A")
  }

  /// Returns the position and motion of one epoch per second.
  static func epochs(_ seconds: some Sequence<Int>, date: String = "150625") -> String {
    seconds.map { position($0) + motion($0, date: date) }.joined()
  }

  /// One epoch with everything that a fix can hold, except for what marks it as simulated.
  static let everything = [
    "GPGSV,1,1,02,05,40,083,45,07,17,308,41",
    "GPGGA,120000.00,4732.6220,N,00940.9980,E,2,08,1.0,396.0,M,47.0,M,3.5,0120",
    "GPGSA,A,3,05,07,,,,,,,,,,,1.9,1.0,1.6",
    "GPRMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,D",
    "GPGST,120000.00,1.2,2.0,2.0,0.0,2.0,2.0,3.0",
    "PUBX,00,120000.00,4732.6220,N,00940.9980,E,443.0,D3,2.1,3.2,3.7,60.0,-0.5,,1.0,1.6,1.1,8,0,0",
    "PSRFEPE,120000.000,A,1.0,2.1,3.2,0.3,4.5",
  ].map(sentence).joined()

  /// Returns a number of seconds after noon as `hhmmss.ss`.
  private static func time(_ second: Int) -> String {
    let digits = String((12 * 100 + second / 60) * 100 + second % 60)
    return digits + ".00"
  }
}

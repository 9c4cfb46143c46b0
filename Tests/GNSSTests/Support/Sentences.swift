// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The text between `$` and `*` of the sentences that the tests send. All are at 51.5° N 0.125° W.

import NMEA0183

/// Returns the time of day that is a number of milliseconds after noon, as `hhmmss.sss`.
func clock(_ milliseconds: Int) -> String {
  let time = (43_200_000 + milliseconds) % 86_400_000
  let seconds = time / 1000
  let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
  return parts.joined() + "." + padded(time % 1000, 3)
}

func padded(_ number: Int, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

func rmc(
  _ time: String, status: String = "A", speed: String = "10", course: String = "90",
  date: String = "140625", mode: String = "A"
) -> String {
  "GPRMC,\(time),\(status),5130.0000,N,00007.5000,W,\(speed),\(course),\(date),,,\(mode)"
}

func gga(
  _ time: String, quality: String = "1", satellites: String = "08", hdop: String = "1.2",
  altitude: String = "40.5"
) -> String {
  "GPGGA,\(time),5130.0000,N,00007.5000,W,\(quality),\(satellites),\(hdop),\(altitude),M,47.25,M,,"
}

func gll(_ time: String, status: String = "A", mode: String = "A") -> String {
  "GPGLL,5130.0000,N,00007.5000,W,\(time),\(status),\(mode)"
}

func gns(_ time: String, modes: String = "AAN") -> String {
  "GNGNS,\(time),5130.0000,N,00007.5000,W,\(modes),12,0.8,40.5,47.25,,"
}

func vtg(speed: String = "10", course: String = "90", mode: String = "A") -> String {
  "GPVTG,\(course),T,,M,\(speed),N,,K,\(mode)"
}

func gsa(
  _ satellites: [Int] = [3, 7, 11, 19], mode: Int = 3, hdop: String = "1.2", vdop: String = "1.6",
  talker: String = "GP", system: String? = nil
) -> String {
  let numbers = (0..<12).map { satellites.indices.contains($0) ? String(satellites[$0]) : "" }
  return "\(talker)GSA,A,\(mode),\(numbers.joined(separator: ",")),2.0,\(hdop),\(vdop)"
    + (system.map { ",\($0)" } ?? "")
}

func gsv(_ satellites: [Int] = [3, 7, 11, 19], talker: String = "GP") -> String {
  "\(talker)GSV,1,1,\(satellites.count)" + satellites.map { ",\($0),45,120,38" }.joined()
}

func gst(_ time: String) -> String { "GPGST,\(time),,,,,3,4,5" }

func zda(_ time: String, _ date: String = "14,06,2025") -> String { "GPZDA,\(time),\(date),00,00" }

/// Returns a sentence that reports a place, so many minutes north of 51°, a number of seconds after noon.
///
/// Without minutes, it says that there is none.
func report(
  _ kind: String, _ talker: String, _ seconds: Double, minutes: String? = "30.0000"
) -> String {
  let time = clock(Int((seconds * 1000).rounded()))
  let place = minutes.map { "51\($0),N,00007.5000,W" } ?? ",,,"
  let isValid = minutes != nil
  let status = isValid ? "A" : "V"
  return switch kind {
  case "GGA": "\(talker)GGA,\(time),\(place),\(isValid ? 1 : 0),08,1.2,40.5,M,47.25,M,,"
  case "GNS": "\(talker)GNS,\(time),\(place),\(isValid ? "AAN" : "NNN"),12,0.8,40.5,47.25,,"
  case "RMC": "\(talker)RMC,\(time),\(status),\(place),10,90,140625,,,\(isValid ? "A" : "N")"
  case "GLL": "\(talker)GLL,\(place),\(time),\(status),\(isValid ? "A" : "N")"
  default: preconditionFailure("no such sentence: \(kind)")
  }
}

/// Returns the bytes of sentences with a checksum.
func encoded(_ bodies: some Sequence<String>) -> [UInt8] {
  bodies.flatMap { Array(SentenceEncoder.sentence(body: $0).utf8) }
}

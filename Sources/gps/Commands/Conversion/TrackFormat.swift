// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import TrackFiles

/// An output format of tracks; its name is also the file name extension.
enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case geojson
  case kml
  case csv
  case nmea
  case json

  func writer(name: String) -> any TrackWriter {
    switch self {
    case .gpx: GPXWriter(name: name)
    case .geojson: GeoJSONWriter(name: name)
    case .kml: KMLWriter(name: name)
    case .csv: CSVWriter()
    case .nmea: NMEAWriter()
    case .json: JSONWriter()
    }
  }
}

extension TrackFormat: ExpressibleByArgument {
  init?(argument: String) {
    guard let format = Self(rawValue: argument.lowercased()) else {
      // "--to" is a format in one command, and the end of a period in others.
      let isTime = TimeArgument(text: argument) != nil
      ArgumentRefusal.remark.withLock { $0 = isTime ? "for a time, --until" : nil }
      return nil
    }
    self = format
  }

  static func chosen(_ format: Self?, output: String?, by command: String) throws -> Self {
    let suffix = output?.split(separator: ".").last.map(String.init)
    if let format = format ?? suffix.flatMap({ Self(argument: $0) }) { return format }
    throw Failure("\(command) needs a format: add --to gpx", EX_USAGE)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import ReceiverRecording

/// A format in which tracks are written; its name is also how its files' names end.
enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case geojson
  case kml
  case csv
  case nmea

  /// What writes it.
  ///
  /// - Parameter name: what the track is called.
  func writer(name: String) -> any TrackWriter {
    switch self {
    case .gpx: GPXWriter(name: name)
    case .geojson: GeoJSONWriter(name: name)
    case .kml: KMLWriter(name: name)
    case .csv: CSVWriter()
    case .nmea: NMEAWriter()
    }
  }
}

/// What `--to` is told: a format, or like `--from` a time.
enum ConversionEnd: ExpressibleByArgument {
  case format(TrackFormat)
  case time(UTCDateTime)

  init?(argument: String) {
    if let format = TrackFormat(rawValue: argument.lowercased()) {
      self = .format(format)
    } else if let time = UTCDateTime(argument) {
      self = .time(time)
    } else {
      return nil
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import ReceiverRecording
import ReceiverSimulator

/// A format in which tracks are written; its name is also how its files' names end.
enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case geojson
  case kml
  case csv
  case nmea
  case json

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
    case .json: JSONWriter()
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

extension [ConversionEnd] {
  /// The format, and the last time if there is one.
  ///
  /// - Parameter command: what it is called in messages.
  /// - Throws: ``Failure`` without a format, or with two of a kind.
  func formatAndTime(of command: String) throws -> (format: TrackFormat, end: UTCDateTime?) {
    var (formats, times): ([TrackFormat], [UTCDateTime]) = ([], [])
    for end in self {
      switch end {
      case .format(let format): formats.append(format)
      case .time(let time): times.append(time)
      }
    }
    guard formats.count == 1, times.count <= 1 else {
      throw Failure.usage(
        formats.isEmpty ? "\(command) without a format" : "--to several times",
        "--to with one of \(TrackFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return (formats[0], times.first)
  }
}

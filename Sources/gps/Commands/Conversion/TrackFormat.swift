// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import ReceiverRecording
import ReceiverSimulator

/// An output format of tracks; its name is also the file name extension.
enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case geojson
  case kml
  case csv
  case nmea
  case json

  /// Returns a writer of the format.
  ///
  /// - Parameter name: the name of the track.
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

/// The value of `--to`: a format or, as with `--from`, a time.
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
  /// Returns the format, and the end time if there is one.
  ///
  /// - Parameter command: the name of the command for messages.
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
        formats.isEmpty ? "\(command) without a format" : "--to more than once",
        "--to with one of \(TrackFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return (formats[0], times.first)
  }
}

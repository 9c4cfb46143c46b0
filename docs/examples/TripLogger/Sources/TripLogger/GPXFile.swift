// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// A track in a file that is whole after every point: what ends it is written again behind each.
struct GPXFile {
  private let file: FileHandle
  /// Where the next point begins.
  private var end: UInt64 = 0

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="TripLogger" xmlns="http://www.topografix.com/GPX/1/1">
    <trk><trkseg>

    """
  private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let tail = "</trkseg></trk></gpx>\n"

  /// Makes a file.
  ///
  /// - Throws: if there is one already, or if it cannot be written.
  init(_ path: String) throws {
    let url = URL(filePath: path)
    try Data().write(to: url, options: .withoutOverwriting)
    file = try FileHandle(forWritingTo: url)
    try append(Self.head)
  }

  /// Adds a point.
  mutating func append(_ location: CLLocation) throws {
    let place = location.coordinate
    var point = String(format: #"<trkpt lat="%.7f" lon="%.7f">"#, place.latitude, place.longitude)
    // Only then is the altitude one.
    if location.verticalAccuracy > 0 {
      point += String(format: "<ele>%.1f</ele>", location.altitude)
    }
    // The style cuts off what is less than a millisecond, and a tenth of a second may be a hair less than that.
    let time = (location.timestamp + 0.0005).formatted(Self.time)
    try append(point + "<time>\(time)</time></trkpt>\n")
  }

  private mutating func append(_ text: String) throws {
    try file.seek(toOffset: end)
    try file.write(contentsOf: Data((text + Self.tail).utf8))
    end += UInt64(text.utf8.count)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import TrackStore

/// A request that is posted to an HTTP server: one position, or one event.
struct HTTPRequest: Hashable {
  let contentType: String
  let body: [UInt8]

  /// Returns the requests for a report; none without a date.
  static func requests(
    _ report: PositionReport, format: HTTPDestination.Format, topic: String
  ) -> [HTTPRequest] {
    switch format {
    case .osmand:
      return OsmAnd.form(report).map {
        [HTTPRequest(contentType: "application/x-www-form-urlencoded", body: Array($0.utf8))]
      } ?? []
    case .json: return [HTTPRequest(contentType: "application/json", body: report.json)]
    case .owntracks:
      // No MQTT topic identifies the device, so the object contains the topic.
      let objects = [
        OwnTracks.transition(report, topic: topic), OwnTracks.location(report, topic: topic),
      ]
      return objects.compactMap(\.self).map {
        HTTPRequest(contentType: "application/json", body: $0)
      }
    }
  }
}

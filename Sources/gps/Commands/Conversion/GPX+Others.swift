// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import TrackFiles

extension GPX {
  /// The waypoints and routes beside the track in XML, with their names, in the order of the schema.
  var others: String {
    var text = waypoints.map { $0.element("wpt") }.joined()
    for (index, point) in routes.enumerated() {
      if point.beginsSegment || index == 0 {
        text += index == 0 ? "<rte>\n" : "</rte>\n<rte>\n"
        if let name = point.routeName { text += "<name>\(name.escapedForXML)</name>\n" }
      }
      text += point.element("rtept")
    }
    return routes.isEmpty ? text : text + "</rte>\n"
  }
}

extension GPX.Point {
  fileprivate func element(_ name: String) -> String {
    let time = time.map { "\($0.date)T\($0.time)Z" }
    let members =
      [("ele", elevation.map { String($0, decimals: 3) }), ("time", time)]
      + ["name", "cmt", "desc", "sym", "type"].map { ($0, details[$0]) }
    let content = members.map { tag, text in
      text.map { "<\(tag)>\($0.escapedForXML)</\(tag)>" } ?? ""
    }
    let place =
      "lat=\"\(String(latitude, decimals: 9))\" lon=\"\(String(longitude, decimals: 9))\""
    return "<\(name) \(place)>\(content.joined())</\(name)>\n"
  }
}

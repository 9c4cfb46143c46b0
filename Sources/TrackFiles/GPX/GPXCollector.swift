// Core Location for Linux. SPDX-License-Identifier: MIT

/// Gathers the points of a GPX file while it is read.
///
/// The content of `extensions` is skipped, except for Garmin's speed and course.
struct GPXCollector {
  /// Whether to keep more about a point than its position and time.
  let keepsDetails: Bool
  /// Whether points that are not on Earth are left out, in place of ending the reading.
  let isTolerant: Bool
  /// How many points were left out for that.
  var placelessCount = 0
  /// What is wrong with the first of them; `nil` if there is none.
  private(set) var placeProblem: GPXProblem?
  private var points: [String: [GPX.Point]] = [:]
  /// Whether points of tracks have been taken: then no others are needed.
  private var hasTrack = false
  /// About how many bytes the points and their details take.
  private var pointsSize = 0
  /// The first time of a point that cannot be read.
  private(set) var unreadableTime: GPX.UnreadableTime?

  private(set) var trackName: String?
  private var routeName: String?
  private var beginsSegment = true

  /// The names of the open elements without their prefixes, the innermost last.
  private var path: [String] = []
  /// The point that is being read, its element, and the depth of that element.
  private var open: (element: String, point: GPX.Point, depth: Int)?
  /// The depth of the extensions that are being skipped.
  private var extensionsDepth: Int?
  /// The text of the element that is being read; `nil` if it is not kept.
  private var text: String?

  init(keepsDetails: Bool = false, isTolerant: Bool = false) {
    (self.keepsDetails, self.isTolerant) = (keepsDetails, isTolerant)
  }

  /// The points of tracks, else of routes, else waypoints; `nil` if there are none.
  var best: [GPX.Point]? { ["trkpt", "rtept", "wpt"].lazy.compactMap { points[$0] }.first }

  /// Returns the points of tracks so far, and forgets them; once there was one, also all other points.
  mutating func takeTrackPoints() -> [GPX.Point] {
    let track = points["trkpt"]
    hasTrack = hasTrack || track != nil
    if hasTrack { (points, pointsSize) = ([:], 0) }
    return track ?? []
  }

  /// About how many bytes are kept in memory: points, and the text that is being read.
  var size: Int { pointsSize + (text?.utf8.count ?? 0) }

  /// The waypoints and the points of routes, if they are kept beside a track.
  var besidesTrack: (waypoints: [GPX.Point], routes: [GPX.Point]) {
    guard keepsDetails, points["trkpt"] != nil else { return ([], []) }
    return (points["wpt"] ?? [], points["rtept"] ?? [])
  }

  /// Reads a file, or the part of it that the reader has.
  ///
  /// - Throws: ``GPXProblem``, also for a point that is not on Earth unless these are left out.
  mutating func read(_ reader: inout XMLReader, isComplete: Bool) throws(GPXProblem) {
    while let token = try reader.next(isComplete: isComplete) {
      switch token {
      case .start(let name, let attributes):
        path.append(name.split(separator: ":").last.map(String.init) ?? name)
        if extensionsDepth == nil { try begin(attributes, line: reader.line) }
        if isKept { text = "" }
      case .text(let piece): text? += piece
      case .end:
        end { reader.line }
        if extensionsDepth == path.count { extensionsDepth = nil }
        path.removeLast()
      }
    }
  }

  private var element: String { path.last ?? "" }
  private var parent: String { path.dropLast().last ?? "" }

  /// Whether the text of the innermost element is kept.
  private var isKept: Bool {
    if extensionsDepth != nil {
      return keepsDetails && open != nil && parent == "TrackPointExtension"
        && ["speed", "course"].contains(element)
    }
    guard let open else { return element == "name" && ["trk", "rte"].contains(parent) }
    return path.count == open.depth + 1
      && (["ele", "time"].contains(element) || keepsDetails && Self.details.contains(element))
  }

  /// The names of the other elements that are kept; speed and course are GPX 1.0.
  private static let details: Set = [
    "geoidheight", "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "speed",
    "course", "name", "cmt", "desc", "sym", "type",
  ]

  private mutating func begin(
    _ attributes: [String: String], line number: @autoclosure () -> Int
  ) throws(GPXProblem) {
    switch element {
    case "extensions": extensionsDepth = path.count
    case "trkseg": beginsSegment = true
    case "rte": (routeName, beginsSegment) = (nil, true)
    case "trkpt", "rtept", "wpt":
      guard open == nil else { return }
      guard let latitude = Self.degrees(attributes["lat"], limit: 90),
        let longitude = Self.longitude(attributes["lon"])
      else {
        placelessCount += 1
        if placeProblem == nil {
          let place = "lat=\"\(attributes["lat"] ?? "")\" lon=\"\(attributes["lon"] ?? "")\""
          placeProblem = GPXProblem(
            "\(place) in line \(number()) is not a place on Earth; correct it")
        }
        if !isTolerant, let placeProblem { throw placeProblem }
        return
      }
      var point = GPX.Point(latitude: latitude, longitude: longitude)
      point.beginsSegment = beginsSegment
      if beginsSegment, keepsDetails, element == "rtept" { point.routeName = routeName }
      open = (element, point, path.count)
      beginsSegment = false
    default: break
    }
  }

  private mutating func end(line: () -> Int) {
    if let point = open, path.count == point.depth {
      points[point.element, default: []].append(point.point)
      pointsSize += MemoryLayout<GPX.Point>.stride
      open = nil
    } else if isKept, let content = text.take().map(Self.trimmed) {
      received(content, line: line)
    }
  }

  /// Stores the content of an element, of a point unless it is empty.
  private mutating func received(_ content: String, line: () -> Int) {
    let element = element
    if open == nil {
      if parent == "rte" { routeName = content } else { trackName = trackName ?? content }
    } else if content.isEmpty {
      return
    } else if Self.details.contains(element) {
      open?.point.details[element] = content
      pointsSize += content.utf8.count + 2 * MemoryLayout<String>.stride
    } else if element == "ele" {
      open?.point.elevation = Double(content).flatMap { $0.magnitude < 100_000 ? $0 : nil }
    } else {
      let time = UTCDateTime(content) ?? UTCDateTime(content + "Z")
      open?.point.time = time
      open?.point.hasUnreadableTime = time == nil
      if time == nil, unreadableTime == nil {
        unreadableTime = GPX.UnreadableTime(text: content, line: line())
      }
    }
  }

  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Reads degrees east; a little beyond the antimeridian is the other side of it.
  private static func longitude(_ text: String?) -> Double? {
    guard let longitude = degrees(text, limit: 180.5) else { return nil }
    return longitude.magnitude <= 180 ? longitude : longitude - (longitude < 0 ? -360 : 360)
  }

  private static func degrees(_ text: String?, limit: Double) -> Double? {
    guard let degrees = text.flatMap(Double.init), degrees.magnitude <= limit else { return nil }
    return degrees
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import FoundationXML
import GNSSReceiver
import Glibc

/// The points of a GPX file: those of its tracks, else of its routes, else its waypoints.
struct GPX {
  /// A point in a GPX file.
  struct Point {
    /// Degrees, north positive, −90…90.
    var latitude: Double
    /// Degrees, east positive, −180…180.
    var longitude: Double
    /// Meters above mean sea level; `nil` if not told, or unreadable.
    var elevation: Double?
    /// When one was there; `nil` if not told, or unreadable.
    var time: UTCDateTime?
  }

  /// The points in the order of the file, one at least.
  let points: [Point]

  /// Reads a file; `-` is standard input, and gzip's files are read as they are.
  ///
  /// - Throws: ``Failure``.
  init(path: String) throws {
    var data = Data()
    do {
      var reader = try RecordingReader(path: path)
      while try reader.next({ bytes in bytes.withUnsafeBytes { data.append(contentsOf: $0) } }) {}
    } catch {
      throw Failure(error)
    }
    guard Self.isText(data) else {
      throw Failure("cannot use \(path): it is not UTF-8; save it in UTF-8", EX_DATAERR)
    }
    guard !Self.hasEmptyInstruction(data) else {
      throw Failure(
        "cannot use \(path): it has an instruction without content, as <?this?>; take it out",
        EX_DATAERR)
    }
    guard data.firstRange(of: Data("<!DOCTYPE".utf8)) == nil else {
      throw Failure(
        "cannot use \(path): it has a document type, <!DOCTYPE …>, as GPX files have none; take it out",
        EX_DATAERR)
    }
    let collector = GPXCollector()
    let parser = XMLParser(data: data)
    parser.delegate = collector
    let isParsed = parser.parse()
    if let problem = collector.problem {
      throw Failure("cannot use \(path): \(problem)", EX_DATAERR)
    }
    guard isParsed, collector.isComplete else {
      throw Failure(
        "cannot use \(path): line \(parser.lineNumber) is not XML as GPX has it; export it again",
        EX_DATAERR)
    }
    guard let points = ["trkpt", "rtept", "wpt"].lazy.compactMap({ collector.points[$0] }).first
    else {
      throw Failure(
        "cannot use \(path): it has no trkpt, rtept or wpt, so there is nowhere to go; draw a track",
        EX_DATAERR)
    }
    self.points = points
  }

  /// Whether something like `<?this?>` is in it, at which the same parser reads from a null pointer.
  private static func hasEmptyInstruction(_ data: Data) -> Bool {
    let bytes = Array(data)
    let blanks = Array(" \t\r\n".utf8)
    for start in bytes.indices.dropLast()
    where bytes[start] == UInt8(ascii: "<") && bytes[start + 1] == UInt8(ascii: "?") {
      let end = bytes[(start + 2)...].first { $0 == UInt8(ascii: "?") || blanks.contains($0) }
      if end == UInt8(ascii: "?") { return true }
    }
    return false
  }

  /// Whether every byte belongs to a character, and every character of ASCII is a byte.
  ///
  /// XMLParser of swift-corelibs-foundation 6.3 traps on attributes that are not UTF-8. Besides UTF-8, ISO 8859-1 is
  /// taken, in which all bytes are characters. UTF-16, UTF-7 and others would hide from us what is looked for here.
  private static func isText(_ data: Data) -> Bool {
    guard !data.contains(0) else { return false }
    let start = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    let declaration =
      start.starts(with: Data("<?xml".utf8))
      ? String(decoding: start.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased() : ""
    let encoding = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.1
    if encoding == "iso-8859-1" { return true }
    let known = ["utf-8", "us-ascii", "iso-8859-", "windows-125"]
    let isKnown = encoding.map { name in known.contains { name.hasPrefix($0) } }
    return isKnown ?? !declaration.contains("encoding")
      && String(validating: data, as: UTF8.self) != nil
  }
}

/// Gathers points while the file is parsed.
private final class GPXCollector: XMLParserDelegate {
  /// The points by the name of their element.
  var points: [String: [GPX.Point]] = [:]
  /// Why the file cannot be used, and what to try.
  var problem: String?

  /// Whether the outermost element has ended; the parser of swift-corelibs-foundation does not mind
  /// files that are cut off.
  var isComplete: Bool { hasStarted && depth == 0 }

  private var depth = 0
  private var hasStarted = false
  private var open: (element: String, point: GPX.Point)?
  private var text: String?

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    hasStarted = true
    depth += 1
    let element = Self.local(name)
    switch element {
    case "trkpt", "rtept", "wpt":
      guard let latitude = Self.degrees(attributes["lat"], limit: 90),
        let longitude = Self.degrees(attributes["lon"], limit: 180)
      else {
        let place = "lat=\"\(attributes["lat"] ?? "")\" lon=\"\(attributes["lon"] ?? "")\""
        problem = "\(place) in line \(parser.lineNumber) is no place on Earth; correct it"
        return parser.abortParsing()
      }
      open = (element, GPX.Point(latitude: latitude, longitude: longitude))
    case "ele", "time":
      if open != nil { text = "" }
    default: text = nil
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text? += characters }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let element = Self.local(name)
    depth -= 1
    let content = text?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    switch element {
    case "ele":
      open?.point.elevation = content.flatMap(Double.init).flatMap {
        $0.magnitude < 100_000 ? $0 : nil
      }
    case "time": open?.point.time = content.flatMap { UTCDateTime($0) }
    case open?.element:
      if let open { points[open.element, default: []].append(open.point) }
      open = nil
    default: break
    }
    text = nil
  }

  /// A name without the prefix of its namespace.
  private static func local(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }

  private static func degrees(_ text: String?, limit: Double) -> Double? {
    guard let degrees = text.flatMap(Double.init), degrees.magnitude <= limit else { return nil }
    return degrees
  }
}

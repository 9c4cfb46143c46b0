// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A program that writes to a position store until tests kill it, or measures a store.

import GNSS
import Glibc
import LinuxSystem
import LocationGeometry
import NMEA0183
import TrackStore

/// A program whose first argument selects what it does to the store that its second one names.
///
/// `append` repeatedly appends a report and a fix of the track, and prints the number of each second once it is stored.
/// `limit` does so until a file would exceed the bytes in its third argument, `full` until the disk is full. Then `limit`
/// lifts the limit, `full` deletes the file that its third argument names, and both append ten more with the same
/// connection. `hold` keeps the store open until its input ends. `fill` adds the number of seconds in its third argument
/// to the track, or ten million. `measure` reads from that track, `ask` asks about its last year, and both are given the same
/// number. `open` opens the store for writing.
@main
struct StoreProbe {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return printLine("usage: StoreProbe WHAT FILE [NUMBER]") }
    let (path, third) = (arguments[1], arguments.dropFirst(2).first ?? "")
    do {
      switch arguments[0] {
      case "append": try append(to: try PositionStore(path: path), from: 0)
      case "limit":
        signal(SIGXFSZ, SIG_IGN)
        let store = try PositionStore(path: path)
        limitFiles(to: Int(third))
        try overcome(store) { limitFiles(to: nil) }
      case "full": try overcome(try PositionStore(path: path)) { unlink(third) }
      case "hold": try hold(path)
      case "fill": try fill(path, seconds: Int(third) ?? 10_000_000)
      case "ask": try ask(path, seconds: Int(third) ?? 10_000_000)
      case "open":
        let start = monotonicNow()
        _ = try PositionStore(path: path) { if $0 < 0.001 { printLine("preparing") } }
        printLine("open after \(milliseconds(monotonicNow() - start))")
      case "measure": try measure(path, seconds: Int(third) ?? 10_000_000)
      default: printLine("what is \(arguments[0])?")
      }
    } catch let error as StoreError {
      printLine(error.description)
      exit(error.exitCode)
    } catch {
      printLine("\(error)")
      exit(EX_SOFTWARE)
    }
  }

  // MARK: For the tests

  private static func append(
    to store: PositionStore, from first: Int, through last: Int = .max
  ) throws(StoreError) {
    _ = try store.addDestination(named: "mqtt")
    for second in first...last {
      let fix = fix(second)
      let report = PositionReport(device: "boat", fix: fix, occasion: .entered(region: "here"))
      try store.append([report], track: [fix])
      printLine("\(second)")
    }
  }

  private static func overcome(_ store: PositionStore, _ help: () -> Void) throws {
    let destination = try store.addDestination(named: "mqtt")
    do throws(StoreError) {
      try append(to: store, from: 0)
    } catch {
      printLine(error.description)
      help()
      let count = try store.backlog(of: destination)
      try append(to: store, from: count, through: count + 9)
    }
  }

  private static func limitFiles(to bytes: Int?) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }

  private static func hold(_ path: String) throws {
    let store = try PositionStore(path: path)
    printLine("open")
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
    _ = try store.destinations
  }

  // MARK: The benchmark

  private static func fill(_ path: String, seconds: Int) throws {
    let store = try PositionStore(path: path)
    let start = monotonicNow()
    for first in stride(from: 0, to: seconds, by: 10_000) {
      try store.append([], track: (first..<min(seconds, first + 10_000)).map(fix))
    }
    printLine("filled with \(seconds) fixes in \(monotonicNow() - start)")
  }

  private static func measure(_ path: String, seconds: Int) throws {
    let noon = seconds / 2
    let day = TrackQuery(start: nanoseconds(noon), end: nanoseconds(noon + 86_399))
    try time("a day", path, day)
    let place = fix(seconds / 10 * 7)
    for radius in [100.0, 1000, 10_000] {
      let circle = Circle(latitude: place.latitude, longitude: place.longitude, radius: radius)
      try time("within \(Int(radius)) m of a place", path, TrackQuery(circle: circle))
    }
  }

  /// Asks what the page asks about a year, and times how long a store of the second version takes to be prepared for it.
  private static func ask(_ path: String, seconds: Int) throws {
    let end = Double(nanoseconds(seconds)) / 1e9
    for (name, days, drawing) in [
      ("a year's density", 366, .density), ("a year's track", 366, .track),
      ("a month's density", 30, .density), ("a week's track", 7, .track),
      ("a day's track", 1, .track),
    ] as [(String, Double, HistoryQuestion.Drawing)] {
      let start = end - days * 86_400
      let question = HistoryQuestion(
        start: start, end: end, drawing: drawing, points: 4096, steps: [start, end])
      let (begin, beginOfWork) = (monotonicNow(), processorTime())
      let answer = try PositionStore(reading: path).answer(question)
      let (passed, work) = (monotonicNow() - begin, processorTime() - beginOfWork)
      printLine(
        "\(name): \(Int(answer.distance / 1000)) km in \(milliseconds(passed)), processor \(milliseconds(work))"
      )
    }
  }

  private static func time(_ name: String, _ path: String, _ query: TrackQuery) throws {
    let (start, startOfWork) = (monotonicNow(), processorTime())
    let store = try PositionStore(reading: path)
    var count = 0
    try store.track(query) { _ in count += 1 }
    let (passed, work) = (monotonicNow() - start, processorTime() - startOfWork)
    printLine(
      "\(name): \(count) fixes in \(milliseconds(passed)), processor \(milliseconds(work))")
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(duration.nanoseconds / 1_000_000) ms"
  }

  private static func nanoseconds(_ second: Int) -> Int64 {
    1_700_000_000_000_000_000 + Int64(second) * 1_000_000_000
  }

  /// Returns the fix of a boat after `second` seconds; it sails around the lake forever, on a different course each time.
  private static func fix(_ second: Int) -> Fix {
    let turn = Double(second) / 20_000 * 2 * .pi
    let radius = 0.05 + 0.04 * sin(turn * 0.0137)
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: nanoseconds(second)),
      latitude: 47.6 + radius * sin(turn), longitude: 9.4 + 3 * radius * cos(turn))
    fix.altitude = 395 + Double(second % 40) / 10
    fix.geoidSeparation = 48.1
    fix.ellipsoidalAltitude = 443.1 + Double(second % 40) / 10
    fix.speed = 4.12 + Double(second % 7) / 10
    fix.course = Double(second % 3600) / 10
    fix.quality = .autonomous
    fix.mode = .threeDimensional
    fix.dilutionOfPrecision.horizontal = 0.9
    fix.dilutionOfPrecision.vertical = 1.4
    fix.dilutionOfPrecision.position = 1.7
    fix.horizontalAccuracy = 2.7
    fix.verticalAccuracy = 5.6
    fix.horizontalAccuracySource = .dilutionOfPrecision
    fix.verticalAccuracySource = .dilutionOfPrecision
    fix.satellitesUsed = 9
    fix.satellitesInView = 14
    return fix
  }
}

/// Prints a line immediately.
private func printLine(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = WholeFile.write(bytes, to: STDOUT_FILENO)
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LinuxLocation
import LinuxSystem
import NMEA0183
import ReceiverRecording
import TrackFiles

/// The events that a simulated receiver reports, in order.
struct SimulatedTrack: Sendable {
  struct Step: Hashable, Sendable {
    var event: ReceiverReport
    /// Nanoseconds since 1970; `nil` if unknown.
    var time: Int64?
  }

  private(set) var steps: [Step] = []

  /// The most fixes that wait for the first date: 17 minutes at 1 Hz.
  private static let mostHeld = 1024

  init(_ locations: [CLLocation]) {
    for (index, location) in locations.enumerated() {
      precondition(
        CLLocationCoordinate2DIsValid(location.coordinate),
        "cannot simulate location \(index + 1) of \(locations.count): it is not a place on Earth")
      let fix = Fix(location)
      precondition(
        fix.time?.nanosecondsSince1970 != nil,
        "cannot simulate location \(index + 1) of \(locations.count): its timestamp is not in the years "
          + "1908 to 2199")
      append(.fix(fix))
    }
  }

  /// - Throws: ``SimulationError``.
  init(contentsOf url: URL) throws(SimulationError) {
    let name = url.path.escapedForTerminal
    guard url.isFileURL else {
      throw SimulationError(
        "cannot simulate \(url.absoluteString.escapedForTerminal): it is not a file; download it")
    }
    let bytes: [UInt8]
    do throws(RecordingError) {
      bytes = try Self.read(url.path)
    } catch {
      throw SimulationError(error.description.escapedForTerminal)
    }
    if GPX.isXML(bytes) { try readGPX(bytes, name) } else { readRecording(bytes) }
    let hasDate = steps.contains { step in
      if case .fix = step.event { step.time != nil } else { false }
    }
    guard hasDate else {
      throw SimulationError(
        "cannot simulate \(name): it has no position with a date; give a recording of a receiver "
          + "(\"gps check\" shows what it holds), or a GPX file with times")
    }
  }

  private static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var reader = try RecordingReader(path: path)
    while try reader.next({ piece in piece.withUnsafeBytes { bytes.append(contentsOf: $0) } }) {}
    return bytes
  }

  private mutating func readGPX(_ bytes: [UInt8], _ name: String) throws(SimulationError) {
    let gpx: GPX
    do throws(GPXProblem) {
      gpx = try GPX(bytes, keepsDetails: true)
    } catch {
      throw SimulationError("cannot simulate \(name): \(error.description.escapedForTerminal)")
    }
    if let time = gpx.unreadableTime {
      throw SimulationError(
        "cannot simulate \(name): the time \"\(time.text.escapedForTerminal)\" in line \(time.line)"
          + " is not like 2025-06-15T12:00:00Z; correct it")
    }
    if let index = gpx.points.firstIndex(where: { $0.time == nil }) {
      throw SimulationError(
        "cannot simulate \(name): point \(index + 1) of \(gpx.points.count) has no time; make a "
          + "recording of it with \"gps simulate --route FILE.gpx --speed 1.4 >FILE.nmea\"")
    }
    for point in gpx.points { append(.fix(point.fix)) }
  }

  private mutating func readRecording(_ bytes: [UInt8]) {
    var pipeline = FixPipeline(undatedFixesHeld: Self.mostHeld)
    pipeline.push(bytes.span.bytes) { append($0) }
    pipeline.finish { append($0) }
  }

  private mutating func append(_ event: ReceiverReport) {
    switch event {
    case .fix, .fixLost, .heading:
      steps.append(Step(event: event, time: event.time?.nanosecondsSince1970))
    default: break
    }
  }

  /// Returns the same track, shifted so that its first fix has this time, nanoseconds since 1970.
  func moved(to start: Int64) -> SimulatedTrack {
    let times = steps.lazy.compactMap { if case .fix = $0.event { $0.time } else { nil } }
    guard let first = times.first else { return self }
    var moved = self
    moved.steps = steps.map { $0.moved(by: start - first) }
    return moved
  }
}

extension SimulatedTrack.Step {
  fileprivate func moved(by shift: Int64) -> Self {
    var step = self
    // Of a track that covers centuries, some times cannot be counted any more.
    step.time = time.flatMap { time in
      let (moved, isTooFar) = time.addingReportingOverflow(shift)
      return isTooFar ? nil : moved
    }
    if let time = step.time { step.event.time = FixTime(nanosecondsSince1970: time) }
    return step
  }
}

extension Fix {
  /// Creates the fix that Core Location converts to this location.
  ///
  /// Keeps altitudes only if they have an accuracy; without one, an altitude is meaningless. The time is unknown if it
  /// cannot be counted in nanoseconds.
  init(_ location: CLLocation) {
    let nanoseconds = Int64(exactly: (location.timestamp.timeIntervalSince1970 * 1e9).rounded())
    self.init(
      time: nanoseconds.map(FixTime.init(nanosecondsSince1970:)),
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
    // Not from a receiver, so that no accuracy is assumed where there is none.
    quality = .manual
    func valid(_ value: Double) -> Double? { value >= 0 ? value : nil }
    horizontalAccuracy = valid(location.horizontalAccuracy)
    if location.verticalAccuracy > 0 {
      altitude = location.altitude
      ellipsoidalAltitude = location.ellipsoidalAltitude
      verticalAccuracy = location.verticalAccuracy
    }
    speed = valid(location.speed)
    speedAccuracy = valid(location.speedAccuracy)
    course = valid(location.course)
    courseAccuracy = valid(location.courseAccuracy)
  }
}

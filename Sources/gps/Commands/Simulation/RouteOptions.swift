// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import ReceiverSimulator
import TrackFiles

struct RouteOptions: ParsableArguments {
  @Option(parsing: .unconditional, "still|straight|circle|FILE.gpx", "The route.")
  var route = "still"

  @Option(
    "degrees", "Start, or center of the circle, north positive. (default: 51.4779)", in: -90...90,
    of: "degrees north")
  var latitude: Double?

  @Option(
    "degrees", "Start, or center of the circle, east positive. (default: -0.0015)", in: -180...180,
    of: "degrees east")
  var longitude: Double?

  @Option(
    "m", "Altitude above mean sea level, unless the file has altitudes.", in: -10_000...100_000,
    of: "meters")
  var altitude = 0.0

  @Option(
    "m/s", "Speed over ground. (default: 1.4; with a file, from its times)", in: 0...10_000,
    of: "meters per second")
  var speed: Double?

  @Option(
    "degrees", "Course of a straight route, clockwise from true north. (default: 0)", in: 0...360,
    of: "degrees clockwise from north")
  var course: Double?

  @Option("m", "Radius of the circle. (default: 100)", in: 1...100_000, of: "meters")
  var radius: Double?

  func path() throws -> (route: SimulatedRoute, start: UTCDateTime?) {
    if course != nil, route != "straight" {
      throw Failure.usage("--course", "--route straight too")
    }
    if radius != nil, route != "circle" { throw Failure.usage("--radius", "--route circle too") }
    guard (latitude == nil) == (longitude == nil) else {
      throw Failure.usage(
        latitude == nil ? "--longitude" : "--latitude", "--latitude and --longitude together")
    }
    let place = SimulatedPosition(
      latitude: latitude ?? 51.4779, longitude: longitude ?? -0.0015, altitude: altitude)
    switch route {
    case "still":
      if speed != nil { throw Failure.usage("--speed", "--route straight or circle too") }
      return (.still(place), nil)
    case "straight":
      return (.straight(from: place, course: course ?? 0, speed: speed ?? Self.walking), nil)
    case "circle":
      return (.circle(center: place, radius: radius ?? 100, speed: speed ?? Self.walking), nil)
    default:
      guard latitude == nil else {
        throw Failure.usage("--latitude with a file", "one of them; the file has the positions")
      }
      let (track, start) = try fileTrack()
      return (.waypoints(track), start)
    }
  }

  private static let walking = 1.4

  private func fileTrack() throws -> (WaypointTrack, UTCDateTime?) {
    if speed == 0 { throw Failure.usage("--speed 0 with a file", "more than 0 meters per second") }
    let file = try GPX(path: route)
    if speed == nil, let time = file.unreadableTime {
      throw Failure(
        "cannot use \(route): the time \"\(time.text)\" in line \(time.line) is not like "
          + "2025-06-15T12:00:00Z; correct it, or give --speed to do without times", EX_DATAERR)
    }
    let points = file.points
    let waypoints = points.map {
      SimulatedWaypoint(
        latitude: $0.latitude, longitude: $0.longitude, altitude: $0.elevation,
        time: $0.time?.seconds)
    }
    let start = points.first?.time
    do throws(WaypointTrack.Problem) {
      if speed == nil, points.contains(where: { $0.time != nil }) {
        return (try WaypointTrack(timed: waypoints, altitude: altitude), start)
      }
      let speed = speed ?? Self.walking
      return (try WaypointTrack(waypoints, speed: speed, altitude: altitude), start)
    } catch {
      let reason =
        switch error {
        case .noPoints: "it has no points"
        case .missingTime(let index): "point \(index + 1) has no readable time, but others have"
        case .timesRunBackwards(let index):
          "point \(index + 1) is earlier than the one before it"
        }
      throw Failure("cannot use \(route): \(reason); give --speed to do without times", EX_DATAERR)
    }
  }
}

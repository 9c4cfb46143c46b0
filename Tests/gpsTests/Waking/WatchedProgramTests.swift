// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationGeometry
import Testing

@testable import LocationAuthorization
@testable import gps

/// What is noticed for an application, by the fixes' times.
@Suite struct WatchedProgramTests {
  private static let registration: WakeRegistration = {
    var registration = WakeRegistration(
      application: "org.example.a",
      executable: RegisteredExecutable(
        path: "/opt/a", device: 1, inode: 2, boot: "b", namespace: "n"))
    (registration.significantChanges, registration.visits) = (true, true)
    return registration
  }()

  /// Returns a position, a number of meters north of the equator.
  private static func place(_ second: Int64, north: Double) throws -> StoredLocation {
    let time = FixTime(nanosecondsSince1970: 1_750_000_000_000_000_000 + second * 1_000_000_000)
    var fix = Fix(time: time, latitude: north / 110_574, longitude: 10)
    fix.horizontalAccuracy = 4
    return try #require(StoredLocation(any: fix))
  }

  private static func circle(_ side: CircleTracker.Side?) -> WatchedCircle {
    WatchedCircle(
      name: .region("home"), area: Circle(latitude: 0, longitude: 10, radius: 200), side: side)
  }

  private func events(
    _ program: inout WatchedProgram, _ trip: [(second: Int64, north: Double)]
  ) throws -> [WakeEvent] {
    try trip.flatMap { program.received(try Self.place($0.second, north: $0.north)) }
  }

  /// From home to 1 km away, after a stay and long enough for a departure.
  private static let trip: [(second: Int64, north: Double)] =
    (0..<310).map { ($0, 0) } + (310..<600).map { ($0, 1000) }

  @Test func theDriveOutIsACrossingAChangeAndADeparture() throws {
    var program = WatchedProgram(Self.registration, WatchMemory())
    program.update([Self.circle(.inside)], pending: [])
    let events = try events(&program, Self.trip)
    var kinds: [WakeEvent.Kind] = []
    // A crossing is noticed until it is pending.
    for event in events where !kinds.contains(event.kind) { kinds.append(event.kind) }
    guard kinds.count == 4, case .visit(let arrival) = kinds[0],
      case .visit(let departure) = kinds[3]
    else { return #expect(kinds == []) }
    #expect(kinds[1] == .significantChange)
    #expect(kinds[2] == .region(identifier: "home", .outside))
    #expect(arrival.departure == nil && departure.departure != nil)
  }

  /// An application that registered before it knew its side.
  @Test func theFirstSideIsNoCrossing() throws {
    var program = WatchedProgram(Self.registration, WatchMemory())
    program.update([Self.circle(nil)], pending: [])
    #expect(try events(&program, Array(Self.trip[..<60])) == [])
    #expect(Array(program.memory.sides.values) == [.inside])
  }

  /// `gps wake` stores an event, is killed before it stores its memory, and starts again.
  @Test func doesNotRepeatPendingEvents() throws {
    var before = WatchedProgram(Self.registration, WatchMemory())
    _ = try events(&before, Array(Self.trip[..<300]))
    let old = before.memory
    let noticed = try events(&before, Array(Self.trip[300..<312]))
    #expect(noticed.count == 2)
    var memory = old
    memory.catchUp(with: noticed)
    var after = WatchedProgram(Self.registration, memory)
    let again = try events(&after, Array(Self.trip[312...]))
    // Only the departure is new.
    #expect(again.count == 1)
    // What is stored as it should be stays as it is.
    memory = before.memory
    memory.catchUp(with: noticed)
    #expect(memory == before.memory)
  }

  /// Another program of this user, or a worn disk, may have written any number.
  @Test func survivesAnyStoredNumber() throws {
    let text = """
      {"change":{},"sides":{},"stays":{"presence":{"accuracy":4,"awayCount":9223372036854775807,"count":1,"hasArrival":true,\
      "isReported":true,"lastInside":0,"latitude":0,"longitude":10,"since":0,"spread":0}}}
      """
    let memory = try JSONDecoder().decode(WatchMemory.self, from: Data(text.utf8))
    var program = WatchedProgram(Self.registration, memory)
    let noticed = try events(&program, [(0, 1000), (61, 1000)])
    #expect(
      noticed.contains { if case .visit(let stay) = $0.kind { stay.departure == 0 } else { false } }
    )
  }
}

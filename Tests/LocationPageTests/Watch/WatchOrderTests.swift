// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import Testing

@testable import LocationPage

@Suite struct WatchOrderTests {
  private func order(_ method: String, _ path: String, _ body: String) throws -> WatchOrder {
    try WatchOrder(method, path, Array(body.utf8))
  }

  @Test(
    arguments: [
      ("PUT", "/anchor", #"{"radius":40}"#, .drop(radius: 40, .here)),
      (
        "PUT", "/anchor", #"{"latitude":-47.5,"longitude":180,"radius":1}"#,
        .drop(radius: 1, .at(latitude: -47.5, longitude: 180))
      ),
      (
        "PUT", "/anchor", #"{"bearing":250,"offset":30}"#,
        .drop(radius: nil, .off(bearing: 250, distance: 30))
      ),
      ("DELETE", "/anchor", "{}", .raise),
      ("DELETE", "/mob", "", .cancel),
      ("POST", "/mob", "{}", .mark(.init())),
      // 2026-11-28T03:12:00Z is 1,795,835,520 s after 1970.
      (
        "POST", "/mob", #"{"latitude":47,"longitude":9,"time":"2026-11-28T03:12:00.000Z"}"#,
        .mark(
          .init(press: .at(1_795_835_520_000_000_000), place: .init(latitude: 47, longitude: 9)))
      ),
      (
        "POST", "/mob", #"{"id":"7","age":2.5,"latitude":47,"longitude":9,"positionAge":40}"#,
        .mark(
          .init(id: "7", press: .ago(2.5), place: .init(latitude: 47, longitude: 9, age: 40)))
      ),
      ("POST", "/alerts/anchorBlind/acknowledge", "{}", .acknowledge("anchorBlind")),
    ] as [(String, String, String, WatchOrder)])
  func readsWhatAPersonOrders(method: String, path: String, body: String, order: WatchOrder) throws
  {
    #expect(try self.order(method, path, body) == order)
  }

  @Test(
    arguments: [
      ("half a place", "/anchor", #"{"radius":40,"latitude":47}"#),
      (
        "a place and a direction", "/anchor",
        #"{"latitude":47,"longitude":9,"bearing":250,"offset":30}"#
      ),
      ("no circle", "/anchor", #"{"radius":0}"#),
      ("a circle larger than any bay", "/anchor", #"{"radius":1e9}"#),
      ("a circle in words", "/anchor", #"{"radius":"40"}"#),
      ("nowhere on Earth", "/anchor", #"{"radius":40,"latitude":91,"longitude":9}"#),
      ("an array", "/anchor", "[40]"),
      ("half an object", "/anchor", #"{"radius":40"#),
      ("something after it", "/anchor", #"{"radius":40} {}"#),
      ("the same member twice", "/anchor", #"{"radius":40,"radius":50}"#),
      ("deeply nested", "/anchor", #"{"radius":[[[[40]]]]}"#),
      ("no text", "/anchor", "\u{0}"),
    ] as [(String, String, String)])
  func refusesWhatItDoesNotUnderstand(name: String, path: String, body: String) {
    #expect(throws: WatchRefusal.self, "\(name)") { try order("PUT", path, body) }
    do {
      _ = try order("PUT", path, body)
    } catch {
      #expect((error as? WatchRefusal)?.status == 400, "\(name)")
    }
  }

  @Test func marksNothingAtHalfAPlaceOrATimeThatIsNone() {
    #expect(throws: WatchRefusal.self) { try order("POST", "/mob", #"{"latitude":47}"#) }
    #expect(throws: WatchRefusal.self) {
      try order("POST", "/mob", #"{"latitude":47,"longitude":9,"time":"yesterday"}"#)
    }
  }

  @Test(
    arguments: [
      "/", "/location.json", "/anchor/", "/alerts//acknowledge", "/alerts/a/b/acknowledge",
      "/alerts/..%2f/acknowledge", "/alerts/anchor", "alerts/anchor/acknowledge/",
    ])
  func otherPathsAreOnlyRead(_ path: String) {
    #expect(WatchOrder.methods(of: path) == nil)
  }
}

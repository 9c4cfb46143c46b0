// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

@testable import GNSSReceiver
@testable import LinuxLocation

/// Work of which so much can be done, for counts.py to count the instructions and allocations of.
///
/// All on one thread, so that the counts repeat.
enum CountedWork: String, CaseIterable {
  /// Locations, from the engine to the delegates of so many managers, each told before the next one comes.
  case one, hundred
  /// Calls of `distance(from:)`.
  case near, far, antipodal

  /// Does it, on the main thread.
  func run(_ times: Int) {
    switch self {
    case .one: deliver(times, to: 1)
    case .hundred: deliver(times, to: 100)
    case .near: measure(times, to: CLLocation(latitude: 48.1009, longitude: 11.5))
    case .far: measure(times, to: CLLocation(latitude: 55, longitude: 20))
    case .antipodal: measure(times, to: CLLocation(latitude: -48.09, longitude: -168.48))
    }
  }

  private func deliver(_ times: Int, to managers: Int) {
    let engine = Course.makeEngine()
    let crowd = Crowd(engine)
    crowd.gather(managers)
    for number in 1...times {
      engine.change { $0.received(Course.location(number), arrival: ReceiverSupervisor.now) }
      while crowd.count < number * managers { RunLoop.main.run(mode: .default, before: Date()) }
    }
    print("\(crowd.count) callbacks")
  }

  private func measure(_ times: Int, to place: CLLocation) {
    let origin = CLLocation(latitude: 48.1, longitude: 11.5)
    var sum = 0.0
    for _ in 0..<times { sum += origin.distance(from: place) }
    print("\(sum / Double(times)) m")
  }
}

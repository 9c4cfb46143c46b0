// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

@testable import LinuxLocation

/// Work that can be repeated, so that counts.py can count its instructions and allocations.
///
/// It all runs on one thread, so that the counts are reproducible.
enum CountedWork: String, CaseIterable {
  /// Locations from the engine to the delegates of one or a hundred managers, each delivered before the next one.
  case one, hundred
  /// Calls of `distance(from:)`.
  case near, far, antipodal

  /// Does the work, on the main thread.
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
      Course.pass(number, to: engine)
      while crowd.count < number * managers { _ = RunLoop.main.run(mode: .default, before: Date()) }
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

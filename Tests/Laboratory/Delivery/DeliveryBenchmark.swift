// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Logging

@testable import GNSSReceiver
@testable import LinuxLocation

/// A program that prints how long a location takes to reach a delegate, and what it costs.
///
/// The time begins when the receiver's thread passes the location to the engine.
///
/// "DeliveryBenchmark WORK TIMES" does work for counts.py instead.
@main
struct DeliveryBenchmark {
  static let count = 10_000
  static let interval: UInt32 = 10_000  // microseconds

  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 3, let work = CountedWork(rawValue: arguments[1]),
      let times = Int(arguments[2])
    {
      return work.run(times)
    }
    // Each needs a process of its own, since the main thread never returns from its queue or run loop.
    switch arguments.dropFirst().first {
    case nil:
      measure {
        report("a delegate on the main run loop", onMain)
        report("a delegate on a thread's run loop", onThread)
        report("a loop over `liveUpdates()`", onTask)
      }
      RunLoop.main.run()
    case "dispatch-main":
      measure { report("a delegate under `dispatchMain()`", onMain) }
      dispatchMain()
    case "costs":
      measure {
        reportCrowd()
        reportDistances()
      }
      RunLoop.main.run()
    default:
      let works = CountedWork.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: DeliveryBenchmark [dispatch-main|costs|(\(works)) TIMES]")
      exit(EX_USAGE)
    }
  }

  /// Does work on a thread of its own, as a receiver would, and exits.
  private static func measure(_ work: @escaping @Sendable () -> Void) {
    Thread {
      work()
      exit(0)
    }.start()
  }

  // MARK: Latency

  private static func report(_ name: String, _ start: (Course) -> Void) {
    let course = Course()
    start(course)
    // Until the path is set up.
    while course.arrivals.withLock({ $0.isEmpty }) {
      course.send()
      usleep(interval)
    }
    course.arrivals.withLock { $0.removeAll() }
    course.departures.withLock { $0.removeAll() }
    for _ in 0..<count {
      course.send()
      usleep(interval)
    }
    usleep(100_000)
    let delays = course.delays
    func at(_ share: Double) -> String {
      String(format: "%.0f µs", delays[min(delays.count - 1, Int(Double(delays.count) * share))])
    }
    print("| \(name) | \(at(0.5)) | \(at(0.99)) | \(at(1)) |")
  }

  private static func onMain(_ course: Course) {
    DispatchQueue.main.async { course.manage() }
  }

  private static func onThread(_ course: Course) {
    Thread {
      course.manage()
      RunLoop.current.run()
    }.start()
  }

  private static func onTask(_ course: Course) {
    Task {
      let updates = CLLocationUpdate.Updates(engine: course.engine, configuration: .fitness)
      for try await update in updates {
        if let location = update.location { course.arrived(location) }
      }
    }
  }

  // MARK: A crowd

  private static func reportCrowd() {
    let engine = Course.makeEngine()
    let crowd = Crowd(engine)
    DispatchQueue.main.sync { crowd.gather(100) }
    let before = processorTime()
    let (seconds, rate) = (20, 25)
    for number in 0..<(seconds * rate) {
      Course.pass(number, to: engine)
      usleep(UInt32(1_000_000 / rate))
    }
    let used = processorTime() - before
    print("")
    print(
      "100 managers told \(rate) times a second: \(crowd.count / seconds) callbacks a second, ",
      terminator: "")
    print(String(format: "%.1f %% of one core", used / Double(seconds) * 100))
  }

  private static func processorTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  // MARK: Distances

  private static func reportDistances() {
    let origin = CLLocation(latitude: 48.1, longitude: 11.5)
    print("")
    print("| `distance(from:)` | a call |")
    print("| --- | --- |")
    for (name, latitude, longitude) in [
      ("100 m", 48.1009, 11.5), ("1,000 km", 55.0, 20.0), ("10,000 km", -20.0, 60.0),
      ("antipodal", -48.09, -168.48),
    ] {
      let other = CLLocation(latitude: latitude, longitude: longitude)
      let calls = 300_000
      var sum = 0.0
      let start = ContinuousClock.now
      for _ in 0..<calls { sum += origin.distance(from: other) }
      let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(1) / Double(calls)
      print("| \(name) | \(String(format: "%.0f ns", nanoseconds)) |")
      precondition(sum > 0)
    }
  }
}

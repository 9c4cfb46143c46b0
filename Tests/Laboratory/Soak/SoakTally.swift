// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// Counts of what happened.
struct SoakTally {
  private struct Course {
    var begun = 0
    var overcome = 0
    var longest = Duration.zero
  }

  private var courses: [SoakTrouble.Kind: Course] = [:]
  private var states: [String: Int] = [:]
  private var last: String?
  /// The first things that went wrong, ten at most, and the number of all.
  private var complaints: [String] = []
  private var complaintCount = 0
  /// The number of troubles so far.
  private(set) var troubles = 0

  mutating func begin(_ trouble: SoakTrouble) {
    troubles += 1
    courses[trouble.kind, default: Course()].begun += 1
  }

  /// Records that fixes are received again.
  ///
  /// - Parameter time: the time since the trouble ended; `nil` if the one before had not been overcome.
  mutating func overcame(_ trouble: SoakTrouble?, in time: Duration?, at now: Duration) {
    guard let kind = trouble?.kind else { return }
    if let time, time > kind.patience {
      complain("no fix for \(Int(time / .seconds(1))) s after \(kind.rawValue)", at: now)
    }
    var course = courses[kind] ?? Course()
    course.overcome += 1
    course.longest = max(course.longest, time ?? .zero)
    courses[kind] = course
  }

  /// Records that fixes were not received again, and are no longer waited for.
  mutating func stuck(_ trouble: SoakTrouble?, at time: Duration) {
    complain("no fix within a minute after \(trouble?.kind.rawValue ?? "the start")", at: time)
  }

  /// Records the threads and descriptors that are left when no listener is.
  mutating func left(_ threads: Int, _ descriptors: Int, at time: Duration) {
    guard threads != 0 || descriptors != 0 else { return }
    complain("\(threads) threads and \(descriptors) descriptors left when nobody listens", at: time)
  }

  private mutating func complain(_ what: String, at time: Duration) {
    complaintCount += 1
    if complaints.count < 10 { complaints.append("at \(Int(time / .seconds(1))) s: \(what)") }
  }

  mutating func record(_ status: ReceiverStatus) {
    let state = status.current.map { Self.name($0.state) } ?? "no candidate"
    if state != last { states[state, default: 0] += 1 }
    last = state
  }

  private static func name(_ state: ReceiverState) -> String {
    switch state {
    case .opening: "opening"
    case .connecting: "connecting"
    case .silent: "silent"
    case .detectingRate: "detecting the rate"
    case .waitingForFix: "waiting for a fix"
    case .fix: "fix"
    case .lost: "fix lost"
    case .unplugged: "unplugged"
    case .failed: "failed"
    case .notAReceiver: "not a receiver"
    case .relayed, .denied: "served by a program"
    case .standby, .unused, .ended: "not used"
    }
  }

  /// Prints the results, and returns whether nothing went wrong.
  func report(_ truth: SoakTruth, _ crowd: SoakCrowd, _ port: SoakPort) -> Bool {
    print("| What | Count |")
    print("| --- | ---: |")
    print("| epochs written | \(port.written) |")
    print("| of which a fix is owed for, as they were sent whole and in calm | \(truth.owed) |")
    print("| fixes delivered | \(truth.delivered) |")
    print("| fixes lost in calm | \(truth.lost) |")
    print("| wrong positions | \(truth.wrong) |")
    print("| fixes without a date | \(truth.undated) |")
    print("| epochs cut short, as nobody read | \(port.overruns) |")
    print("| listeners that came | \(crowd.arrivals) |")
    print("| fixes taken on the receiver's thread | \(crowd.direct) |")
    print("| bytes told to those who take them | \(crowd.bytes) |")
    for (state, count) in states.sorted(by: { $0.key < $1.key }) {
      print("| state: \(state) | \(count) |")
    }
    print(
      "\n| Trouble | Times | Overcome before the next | Longest until a fix, of those in calm |")
    print("| --- | ---: | ---: | ---: |")
    for kind in SoakTrouble.Kind.allCases {
      guard let course = courses[kind] else { continue }
      let longest = Int(course.longest / .milliseconds(1))
      print("| \(kind.rawValue) | \(course.begun) | \(course.overcome) | \(longest) ms |")
    }
    for complaint in complaints { print(complaint) }
    if let wrong = truth.firstWrong { print("wrong: \(wrong)") }
    return complaintCount == 0 && truth.wrong == 0 && truth.lost == 0
  }

  /// Prints the results of the application, and returns whether nothing went wrong.
  func report(_ application: SoakApplication) -> Bool {
    let truth = application.truth
    let pause = Int(application.longestPause / .milliseconds(1))
    print("\n| The application | Count |")
    print("| --- | ---: |")
    print("| epochs written | \(application.port.written) |")
    print("| locations delivered to its delegate | \(truth.delivered) |")
    print("| wrong positions | \(truth.wrong) |")
    print("| longest time without a location | \(pause) ms |")
    if let wrong = truth.firstWrong { print("wrong: \(wrong)") }
    if let complaint = application.complaint { print(complaint) }
    return application.complaint == nil && truth.wrong == 0 && truth.delivered > 0
  }
}

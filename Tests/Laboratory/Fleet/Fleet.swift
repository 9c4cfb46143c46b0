// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LinuxSystem
import LocationPublishing
import TrackStore

/// Vehicles, the store that they share, and the threads that deliver.
struct Fleet {
  private var vehicles: [Vehicle]
  private let store: PositionStore
  private let ids: [DestinationID]
  private let threads: [DeliveryThread]
  private let faults = Mutex<[String: Int]>([:])
  private var positions = 0
  private var longestBacklog = 0
  /// Processor time of the simulated receivers, and of storing what they have sent, seconds.
  private var (simulating, storing) = (0.0, 0.0)
  /// Seconds since 1970 at the first fix.
  private let start: Int64

  /// The number of pieces in which the positions of a second are stored, with a commit for each.
  private static let slices = 10

  init(store path: String, vehicles count: Int, _ addresses: [any Destination]) throws {
    let store = try PositionStore(path: path)
    self.store = store
    ids = try addresses.map { try store.addDestination(named: $0.name) }
    start = Int64(time(nil)) + 2
    let first = FixTime(nanosecondsSince1970: start * 1_000_000_000)
    vehicles = (0..<count).map { Vehicle(number: $0, from: first) }
    let faults = faults
    threads = try addresses.map { address in
      try DeliveryThread(
        link: { address.link(device: "fleet", stop: $0) },
        queue: { () throws(DeliveryError) in
          try StoredReports(in: path, destination: address.name)
        },
        report: { status in
          switch status {
          case .waiting(let reason, _), .refused(let reason, _):
            faults.withLock { $0[reason, default: 0] += 1 }
          case .connected, .delivered: break
          }
        })
    }
  }

  /// Drives all vehicles, with a position a second for each, by this machine's clock.
  mutating func drive(for seconds: Int) throws {
    for second in 0..<seconds {
      for slice in 0..<Self.slices {
        let due = Double(start) + Double(second) + Double(slice) / Double(Self.slices)
        sleep(until: due)
        try publish(slice, at: .seconds(second) + .milliseconds(100 * slice))
      }
      if second % 10 == 0 { longestBacklog = max(longestBacklog, try backlog()) }
      if second % 60 == 59 {
        printLine("{\"second\":\(second + 1),\"backlog\":\(try backlog())}")
      }
    }
  }

  private mutating func publish(_ slice: Int, at now: Duration) throws {
    let own = stride(from: slice, to: vehicles.count, by: Self.slices)
    let begin = threadTime()
    for index in own { vehicles[index].send() }
    let sent = threadTime()
    var reports: [PositionReport] = []
    for index in own { vehicles[index].receive(at: now, into: &reports) }
    try store.append(reports)
    for thread in threads { thread.queueHasGrown() }
    positions += reports.count
    simulating += sent - begin
    storing += threadTime() - sent
  }

  /// Waits until every destination has received everything, then stops.
  mutating func awaitArrival(within patience: Duration) throws {
    let deadline = monotonicNow() + patience
    while try backlog() > 0, monotonicNow() < deadline { usleep(200_000) }
    for thread in threads { thread.stop() }
    for thread in threads { thread.join() }
  }

  private func backlog() throws -> Int { try ids.map { try store.backlog(of: $0) }.max() ?? 0 }

  /// Prints what was done, and its cost.
  func report() throws {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let total = usage.ru_utime.seconds + usage.ru_stime.seconds
    let dropped = try ids.map { try store.dropped(for: $0) }.reduce(0, +)
    let reasons = faults.withLock { $0 }
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
      printLine("\(count) times: \(reason)")
    }
    printLine(
      "{\"positions\":\(positions),\"left\":\(try backlog()),\"dropped\":\(dropped),"
        + "\"longestBacklog\":\(longestBacklog),\"seconds\":\(total),\"simulating\":\(simulating),"
        + "\"storing\":\(storing),\"kilobytes\":\(usage.ru_maxrss)}")
  }

  /// Prints a line immediately.
  private func printLine(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Returns the processor time of this thread, seconds.
  private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// - Parameter due: seconds since 1970.
  private func sleep(until due: Double) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let left = due - Double(now.tv_sec) - Double(now.tv_nsec) / 1e9
    if left > 0 { usleep(UInt32(left * 1e6)) }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import CMalloc
import Glibc

/// A record of a target's inputs, of the time they took and of the memory they kept.
struct Meter {
  /// Times of shorter inputs are not compared, since most of the time would be the constant cost of each input.
  static let comparedFrom = 4096

  /// An input is suspect if a byte of it takes this many times the median.
  static let suspectFactor = 10.0

  /// One in this many inputs is checked for memory that it leaves behind.
  private static let heapInterval = 64

  private(set) var executions = 0
  private(set) var bytes = 0
  private(set) var slowest = (nanosecondsPerByte: 0.0, bytes: 0)

  /// Heap bytes that the checked inputs have left behind, except for the first ones, which fill caches.
  private(set) var kept = 0
  private var measured = 0

  /// The numbers of accepted inputs by their time per byte, in four classes for each doubling.
  ///
  /// An input that is refused at its first byte shows nothing about how long a byte should take.
  private var classes = [Int](repeating: 0, count: 256)
  private var accepted = 0

  /// Measures one input with a function that returns whether it accepts the input; returns whether that was too slow.
  mutating func measure(_ input: [UInt8], _ accepts: ([UInt8]) -> Bool) -> Bool {
    executions += 1
    bytes += input.count
    let looksAtHeap = executions.isMultiple(of: Self.heapInterval)
    let before = looksAtHeap ? mallinfo2().uordblks : 0
    var isAccepted = false
    var time = Self.time { isAccepted = accepts(input) }
    if looksAtHeap {
      measured += 1
      if measured > 16 { kept += Int(mallinfo2().uordblks) - Int(before) }
    }
    guard input.count >= Self.comparedFrom else { return false }
    let limit = Int(Self.suspectFactor * median * Double(input.count))
    // A disturbance of the machine does not occur four times.
    for _ in 0..<3 where accepted > 100 && time > limit {
      time = min(time, Self.time { isAccepted = accepts(input) })
    }
    let isSuspect = accepted > 100 && time > limit
    let perByte = Double(time) / Double(input.count)
    if perByte > slowest.nanosecondsPerByte { slowest = (perByte, input.count) }
    if isAccepted {
      accepted += 1
      classes[Self.classOf(perByte)] += 1
    }
    return isSuspect
  }

  /// The median time per byte of accepted inputs, nanoseconds, to within a tenth; 0 before the first one.
  var median: Double {
    var below = 0
    for (number, count) in classes.enumerated() {
      below += count
      if 2 * below >= accepted, accepted > 0 { return exp2((Double(number) + 0.5) / 4 - 16) }
    }
    return 0
  }

  private static func classOf(_ value: Double) -> Int {
    guard value > 0 else { return 0 }
    return min(255, max(0, Int((log2(value) + 16) * 4)))
  }

  /// Returns the processor time that `body` takes on this thread, nanoseconds.
  private static func time(_ body: () -> Void) -> Int {
    var from = timespec()
    var to = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from)
    body()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to)
    return (to.tv_sec - from.tv_sec) * 1_000_000_000 + to.tv_nsec - from.tv_nsec
  }
}

extension Meter: CustomStringConvertible {
  /// One line of words and values, as `Tests/Laboratory/Fuzz/run` reads it.
  var description: String {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    return "meter: executions=\(executions) bytes=\(bytes) accepted=\(accepted)"
      + " median=\(hundredths(median)) slowest=\(hundredths(slowest.nanosecondsPerByte))"
      + " slowest-bytes=\(slowest.bytes) kept=\(kept) peak-kilobytes=\(usage.ru_maxrss)"
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Collects what ``ClockTrust`` judges: the kernel is asked at each call, chronyd once a minute on a thread of its own.
///
/// It asks nobody until it is asked itself, so a program whose receiver sends no signed pages does not start `chronyc`.
package final class ClockWatch: Sendable {
  private struct State {
    var reference: ClockTrust.Reference?
    var asked: Duration?
    var isAsking = false
  }

  private let state = Mutex(State())
  private let isSetByReceiver: Bool
  private let isVouchedFor: Bool
  private let ask: @Sendable () -> ClockTrust.Reference
  private let kernel: @Sendable () -> KernelClock?

  /// How long an answer of chronyd counts, and how long it may take.
  private static let (validity, patience): (Duration, Duration) = (.seconds(60), .seconds(5))

  /// - Parameters:
  ///   - isSetByReceiver: whether this program sends the receiver's time to a program that sets the clock.
  ///   - isVouchedFor: whether the user says that the clock is right.
  package convenience init(isSetByReceiver: Bool, isVouchedFor: Bool) {
    self.init(
      isSetByReceiver: isSetByReceiver, isVouchedFor: isVouchedFor, kernel: KernelClock.read,
      ask: Self.askChrony)
  }

  init(
    isSetByReceiver: Bool, isVouchedFor: Bool, kernel: @escaping @Sendable () -> KernelClock?,
    ask: @escaping @Sendable () -> ClockTrust.Reference
  ) {
    (self.isSetByReceiver, self.isVouchedFor) = (isSetByReceiver, isVouchedFor)
    (self.kernel, self.ask) = (kernel, ask)
  }

  /// What is known now, without waiting; what the clock follows is `.unanswered` before the first answer.
  package func trust(at now: Duration) -> ClockTrust {
    let (reference, isDue) = state.withLock { state in
      let isDue = !state.isAsking && (state.asked.map { now - $0 >= Self.validity } ?? true)
      if isDue { (state.isAsking, state.asked) = (true, now) }
      return (state.reference, isDue)
    }
    if isDue, !isVouchedFor, !isSetByReceiver { begin() }
    return ClockTrust(
      kernel: kernel(), reference: reference ?? .unanswered, isSetByReceiver: isSetByReceiver,
      isVouchedFor: isVouchedFor)
  }

  private func begin() {
    let thread = POSIXThread { [self] in
      let reference = ask()
      state.withLock { ($0.reference, $0.isAsking) = (reference, false) }
    }
    // Without a thread, it is asked again a minute later.
    if let thread { thread.detach() } else { state.withLock { $0.isAsking = false } }
  }

  // MARK: chronyd

  /// Debian's path; nobody but root can have put a program there.
  private static let chronyc = "/usr/bin/chronyc"

  private static func askChrony() -> ClockTrust.Reference {
    guard isRunning("chronyd") else { return .unknown }
    return output().flatMap { ChronyReply(String(decoding: $0, as: UTF8.self)) }?.reference
      ?? .unanswered
  }

  private static func isRunning(_ name: String) -> Bool {
    let line = Array("\(name)\n".utf8)
    return Folder.names(in: "/proc").contains { process in
      process.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        && (try? WholeFile.read("/proc/\(process)/comm", limit: 256)) == line
    }
  }

  /// Returns what chronyc prints; `nil` if it takes too long, fails, or prints too much.
  private static func output() -> [UInt8]? {
    guard
      let program = try? BoundedProgram(
        chronyc, ["-c", "-n", "-m", "tracking", "sources"], input: [], memory: 1 << 28)
    else { return nil }
    let deadline = monotonicNow() + patience
    var output: [UInt8] = []
    while output.count < 1 << 16 {
      // Nothing interrupts it: no descriptor is negative.
      switch program.next(by: deadline, orReadable: -1) {
      case .output(let bytes): output += bytes
      case .complaints: break
      case .ended: return output
      case .late, .interrupted: return nil
      }
    }
    return nil
  }
}

/// What chronyd says about its sources, in the lines of `chronyc -c -n -m tracking sources`.
///
///     47505300,GPS,1,1795861685.777,0.001,-0.001,…       reference (hexadecimal, 7F7F0101 is the machine itself), name, …
///     #,*,GPS,0,2,7,3,0.000,-0.001,0.000                 mode (# a reference clock, ^ a server, = a peer), state (* selected,
///                                                        + combined with it), name, …
struct ChronyReply {
  let reference: ClockTrust.Reference

  /// - Returns: `nil` if the lines are others, as when chronyd does not answer.
  init?(_ text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let tracking = lines.first, tracking.count >= 14, tracking[0].count == 8 else {
      return nil
    }
    let sources = lines.dropFirst()
    guard sources.allSatisfy({ $0.count >= 10 && $0[0].count == 1 && $0[1].count == 1 }) else {
      return nil
    }
    let used = sources.filter { $0[1] == "*" || $0[1] == "+" }
    if let clock = used.first(where: { $0[0] == "#" }) {
      reference = .referenceClock(String(clock[2]))
    } else if let server = used.first(where: { Self.isThisMachine($0[2]) }) {
      // Another program on this machine, which may have its time from the receiver.
      reference = .referenceClock(String(server[2]))
    } else {
      reference = used.contains { $0[1] == "*" } ? .servers : .itself
    }
  }

  private static func isThisMachine(_ address: Substring) -> Bool {
    address == "::1" || address.hasPrefix("127.")
  }
}

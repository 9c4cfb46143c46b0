// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import Glibc
import LinuxSystem
import ReceiverDiscovery
import ReceiverSimulator

/// Runs a supervisor with a simulated receiver fifty times as fast as a real one, and an application with a
/// `CLLocationManager` and its own receiver, and disturbs both.
///
///     Soak SECONDS SEED CSV
///
/// Writes the resources that the processes use once a second, prints a summary, and fails if a position was wrong or
/// lost, the supervisor did not recover, or something was left behind after the last listener had gone.
@main
struct Soak {
  static let speed = 50

  private let supervisor: ReceiverSupervisor
  private let csv: UnsafeMutablePointer<FILE>
  private let start = monotonicNow()
  private let end: Duration
  private let idle: SoakVitals

  private var port: SoakPort
  private var application: SoakApplication
  private var truth = SoakTruth()
  private var schedule: SoakSchedule
  private var crowd: SoakCrowd
  private var random: SplitMix64
  private var witness: ReceiverListener?
  private var tally = SoakTally()
  private var phase = Phase.awaiting(nil, since: monotonicNow(), from: 0)
  /// Whether the trouble began after the one before had been overcome.
  private var isAlone = true
  private var nextSample = monotonicNow()
  private var nextChange = monotonicNow()

  /// The stage of a trouble: before it, in it, or recovering from it.
  private enum Phase {
    /// Nothing happens until this time.
    case calm(until: Duration)
    case trouble(SoakTrouble, until: Duration)
    /// Waits for a fix that is not before a time of the receiver; the trouble is `nil` at the start.
    case awaiting(SoakTrouble?, since: Duration, from: Int)
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.dropFirst().first == "client" { MainActor.assumeIsolated { SoakClient.run() } }
    guard arguments.count == 4, let seconds = Double(arguments[1]), seconds > 0,
      let seed = UInt64(arguments[2]), let csv = fopen(arguments[3], "we")
    else {
      print("usage: Soak SECONDS SEED CSV")
      exit(2)
    }
    let folder = "/tmp/core-location-soak.\(getpid())"
    mkdir(folder, 0o700)
    // Baud rates are stored in a file, which must not be the user's own.
    setenv("XDG_STATE_HOME", folder, 1)
    var soak = try Soak(seconds, seed, csv, folder: folder)
    try soak.run()
    soak.application.end()
    fclose(csv)
    try FileManager.default.removeItem(atPath: folder)
    let isRight = soak.tally.report(soak.truth, soak.crowd, soak.port)
    exit(soak.tally.report(soak.application) && isRight ? 0 : 1)
  }

  private init(
    _ seconds: Double, _ seed: UInt64, _ csv: UnsafeMutablePointer<FILE>, folder: String
  ) throws {
    self.csv = csv
    end = start + .seconds(seconds)
    random = SplitMix64(seed: seed)
    let link = folder + "/receiver"
    port = try SoakPort(link: link, seed: random.next())
    schedule = SoakSchedule(seed: random.next())
    crowd = SoakCrowd(seed: random.next())
    application = try SoakApplication(folder: folder, seed: random.next())
    var options = SupervisionOptions()
    options.silence = .seconds(1)
    supervisor = try ReceiverSupervisor(.device(try DeviceSelector(link)), options: options)
    idle = SoakVitals.now
    fputs(
      "seconds,private,allocated,descriptors,threads,processor,main,epochs,fixes,listeners,troubles,"
        + "app private,app allocated,app descriptors,app threads,locations\n", csv)
  }

  // MARK: The loop

  private mutating func run() throws {
    witness = try supervisor.listen(capacity: 4096)
    application.start()
    var due = monotonicNow()
    while due < end {
      wait(until: due)
      let period = Duration.milliseconds(1000 / port.rate / Self.speed)
      // After the whole machine was paused, it continues from the present.
      due = max(due + period, monotonicNow() - .seconds(1))
      port.send(recording: &truth, isCalm: isCalm)
      application.send()
      drainAll()
      try advance(at: monotonicNow())
    }
    usleep(200_000)
    drainAll()
    truth.close()
    try leaveAlone()
  }

  private func wait(until due: Duration) {
    let parts = due.components
    var time = timespec(
      tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  private var isCalm: Bool { if case .calm = phase { true } else { false } }

  private mutating func drainAll() {
    for event in witness?.drain() ?? [] {
      switch event.content {
      case .report(.fix(let fix)): truth.check(fix, isWitness: true)
      case .status(let status): tally.record(status)
      default: break
      }
    }
    crowd.drain(&truth)
    application.readOutput(at: monotonicNow())
  }

  // MARK: Troubles

  private mutating func advance(at now: Duration) throws {
    switch phase {
    case .calm(let until):
      if now >= until { try begin(schedule.next(), at: now) }
    case .trouble(let trouble, let until):
      if now >= until { try finish(trouble, at: now) }
    case .awaiting(let trouble, let since, let from):
      if truth.newest >= from {
        tally.overcame(trouble, in: isAlone ? now - since : nil, at: now - start)
        phase = .calm(until: now + (trouble?.rest ?? .zero))
      } else if trouble?.isWaitedFor == false, now >= since + (trouble?.rest ?? .zero) {
        try begin(schedule.next(), at: now)
      } else if now >= since + SoakTrouble.Kind.longestPatience {
        tally.stuck(trouble, at: now - start)
        try begin(schedule.next(), at: now)
      }
    }
    if now >= nextChange, witness != nil {
      nextChange = now + .milliseconds(Int(100 + 600 * random.uniform()))
      try crowd.change(supervisor)
    }
    if now >= nextSample {
      nextSample += .seconds(1)
      sample(at: now)
    }
  }

  private mutating func begin(_ trouble: SoakTrouble, at now: Duration) throws {
    truth.forgive()
    tally.begin(trouble)
    isAlone = isCalm
    application.begin(trouble)
    let receiverSeconds = trouble.length / .seconds(1) * Double(Self.speed)
    switch trouble.kind {
    case .outage: port.restart(rate: trouble.rate, noFix: receiverSeconds)
    case .coldStart: port.restart(rate: trouble.rate, coldStart: receiverSeconds)
    case .pace: port.restart(rate: trouble.rate)
    case .silence: port.fault = .silent
    case .garbage: port.fault = .garbled
    case .baudRate: port.setBaudRate(trouble.baudRate)
    case .replug, .exchange: port.unplug()
    case .nobody: try leaveAlone()
    }
    phase = .trouble(trouble, until: now + trouble.length)
  }

  private mutating func finish(_ trouble: SoakTrouble, at now: Duration) throws {
    port.fault = .none
    try application.finish(trouble)
    switch trouble.kind {
    case .replug, .exchange: try port.plug(baudRate: trouble.baudRate)
    case .nobody: witness = try supervisor.listen(capacity: 4096)
    default: break
    }
    phase = .awaiting(trouble, since: now, from: port.nextTime)
  }

  /// Ends all listeners; then nothing may be left of the receiver's thread and port.
  private mutating func leaveAlone() throws {
    crowd.leave()
    drainAll()
    witness = nil
    // A thread that has been joined remains in the system for a moment.
    let deadline = monotonicNow() + .seconds(1)
    var left = SoakVitals.now
    let unplugged = [port, application.port].count { !$0.isPlugged }
    let descriptors = idle.descriptors - unplugged
    while left.threads > idle.threads || left.descriptors > descriptors, monotonicNow() < deadline {
      usleep(1000)
      left = SoakVitals.now
    }
    tally.left(
      left.threads - idle.threads, left.descriptors - descriptors, at: monotonicNow() - start)
  }

  private func sample(at now: Duration) {
    let vitals = SoakVitals.now
    let seconds = Int((now - start) / .milliseconds(1))
    var fields = [
      seconds / 1000, vitals.privateDirty, vitals.allocated, vitals.descriptors, vitals.threads,
    ].map(String.init)
    fields += [String(vitals.processor), String(vitals.mainProcessor)]
    fields += [port.written, truth.delivered, crowd.count, tally.troubles].map(String.init)
    let other = application.vitals
    fields += [
      other.privateDirty, other.allocated, other.descriptors, other.threads,
      application.truth.delivered,
    ].map(String.init)
    fputs(fields.joined(separator: ",") + "\n", csv)
    fflush(csv)
  }
}

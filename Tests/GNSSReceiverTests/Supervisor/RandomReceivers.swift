// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import SerialLine
import TestSupport

@testable import GNSSReceiver

/// A supervisor and receivers that come, go, fail, fall silent, and gain and lose fixes, at one epoch per second.
///
/// It performs the supervisor's actions, and remembers for each receiver what has to follow from them.
struct RandomReceivers {
  struct Receiver {
    let source: Source
    /// Its number, which is the altitude of its fixes.
    let number: Int
    var isPlugged = false
    var canBeOpened = true
    var talks = true
    var hasFix = true
    /// The rate at which it is open; `nil` while it is closed.
    var rate: BaudRate?
    /// Since when it has been closed although it could be opened.
    var closedSince: Duration?
    /// Since when each of its epochs has arrived, with a fix.
    var steadySince: Duration?
    /// The second in which its last epoch with a fix arrived.
    var lastFix: Int?

    var name: String { source.name }

    /// Whether each of its epochs for so long has arrived, with a fix.
    func isSteady(for time: Duration, at now: Duration) -> Bool {
      steadySince.map { now >= $0 + time } ?? false
    }
  }

  let isNamed: Bool
  private(set) var receivers: [Receiver]
  private(set) var supervisor: Supervisor
  private(set) var now: Duration = .zero
  private(set) var second = 0
  private var effects = Supervisor.Effects()
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isNamed = random.oneIn(2)
    var options = SupervisionOptions()
    options.reportsStandbys = true
    if !random.oneIn(4) { options.rate = .b9600 }
    supervisor = Supervisor(isNamed: isNamed, options: options)
    receivers = (0..<Int.random(in: 1...3, using: &random)).map { number in
      let kind = ReportingPort(name: "/dev/ttyUSB\(number)")
      var source = Source(
        identity: "usb:\(number)", kind: kind, likelihood: number == 0 ? .certain : .likely)
      source.preference = number
      return Receiver(source: source, number: number)
    }
  }

  /// Returns the events of the next second, in which something may happen to one of the receivers.
  mutating func randomSecond() -> [ReceiverEvent] {
    if random.oneIn(5) {
      disturb(Int.random(in: receivers.indices, using: &random))
    }
    return quietSecond()
  }

  /// Plugs in all receivers, and has all of them report, with or without a fix.
  mutating func calm(hasFix: Bool = true) {
    for index in receivers.indices {
      (receivers[index].canBeOpened, receivers[index].talks) = (true, true)
      receivers[index].hasFix = hasFix
      if !receivers[index].isPlugged { plug(index) }
    }
  }

  /// Returns the events of the next second.
  mutating func quietSecond() -> [ReceiverEvent] {
    second += 1
    var due = Duration.seconds(second)
    for index in receivers.indices {
      due += .milliseconds(Int64.random(in: 0...60, using: &random))
      advance(to: due)
      report(index)
    }
    advance(to: .seconds(second) + .milliseconds(900))
    defer { effects.events = [] }
    return effects.events
  }

  // MARK: What happens

  private mutating func disturb(_ index: Int) {
    let identity = receivers[index].source.identity
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: receivers[index].hasFix.toggle()
    case 2: receivers[index].talks.toggle()
    case 3: receivers[index].canBeOpened.toggle()
    case 4 where receivers[index].rate != nil:
      closed(index)
      supervisor.hungUp(identity, at: now, into: &effects)
    case 5 where receivers[index].rate != nil:
      closed(index)
      supervisor.failed(identity, .other("it has failed"), at: now, into: &effects)
    case _ where receivers[index].isPlugged:
      receivers[index].isPlugged = false
      closed(index)
      supervisor.vanished(identity, at: now, into: &effects)
    default: plug(index)
    }
    perform()
  }

  private mutating func plug(_ index: Int) {
    receivers[index].isPlugged = true
    supervisor.appeared(receivers[index].source, at: now, into: &effects)
    perform()
  }

  /// Has a receiver report its epoch, if it is open.
  private mutating func report(_ index: Int) {
    let receiver = receivers[index]
    guard receiver.talks, let rate = receiver.rate else {
      receivers[index].steadySince = nil
      return
    }
    let hasFix = receiver.hasFix && rate == .b9600
    receivers[index].steadySince = hasFix ? receiver.steadySince ?? now : nil
    if hasFix { receivers[index].lastFix = second }
    let epoch = ReportInterpreter.epoch(
      of: receiver.number, second, hasFix: hasFix, isReadable: rate == .b9600)
    supervisor.received(receiver.source.identity, epoch.span.bytes, at: now, into: &effects)
    perform()
  }

  private mutating func advance(to time: Duration) {
    // One that has nothing to do at its deadline would ask for the present forever.
    var rounds = 0
    while let deadline = supervisor.deadline, deadline <= time, rounds < 1000 {
      now = max(now, deadline)
      supervisor.elapse(to: now, into: &effects)
      perform()
      rounds += 1
    }
    precondition(rounds < 1000, "the deadline \(supervisor.deadline ?? .zero) stays at \(now)")
    now = max(now, time)
  }

  // MARK: Actions

  private mutating func perform() {
    while !effects.actions.isEmpty {
      let actions = effects.takeActions()
      for action in actions { perform(action) }
    }
    for index in receivers.indices {
      let receiver = receivers[index]
      let waits = receiver.isPlugged && receiver.canBeOpened && receiver.rate == nil
      receivers[index].closedSince = waits ? receiver.closedSince ?? now : nil
    }
  }

  private mutating func perform(_ action: Supervisor.Action) {
    switch action {
    case .open(let source, let rate):
      guard let index = index(of: source.identity) else { return }
      if receivers[index].isPlugged, receivers[index].canBeOpened {
        receivers[index].rate = rate ?? .b9600
        supervisor.opened(source.identity, at: now, into: &effects)
      } else {
        let cause: SerialPortError.Cause = receivers[index].isPlugged ? .busy([]) : .missing
        supervisor.failed(
          source.identity, .port(SerialPortError(cause, source.name)), at: now, into: &effects)
      }
    case .close(let identity): index(of: identity).map { closed($0) }
    case .setRate(let identity, let rate):
      index(of: identity).map { receivers[$0].rate = rate }
    case .remember: break
    }
  }

  private mutating func closed(_ index: Int) {
    (receivers[index].rate, receivers[index].steadySince) = (nil, nil)
  }

  private func index(of identity: String) -> Int? {
    receivers.firstIndex { $0.source.identity == identity }
  }
}

/// A port whose bytes say what its receiver reports, so that no sentence has to be written and read.
private struct ReportingPort: SourceKind {
  let name: String
  var traits: SourceTraits { .hasRate }

  func interpreter(_ options: SupervisionOptions) -> any Interpreter { ReportInterpreter() }

  func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    throw .other("nobody opens it")
  }
}

/// Reads epochs of four bytes: the receiver, the second in two bytes, and whether it has a fix.
private struct ReportInterpreter: Interpreter {
  let protocolName = "reports"
  private(set) var progress = FixPipeline.Progress()

  static func epoch(of number: Int, _ second: Int, hasFix: Bool, isReadable: Bool) -> [UInt8] {
    isReadable
      ? [UInt8(number), UInt8(second >> 8), UInt8(second & 0xFF), hasFix ? 1 : 0] : [0xFF, 0xFF]
  }

  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: Interpretation.Consumer) {
    guard bytes.byteCount == 4 else { return }
    func byte(_ offset: Int) -> Int {
      Int(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    }
    progress.sentences += 1
    progress.positionReports += 1
    progress.period = .seconds(1)
    guard byte(3) == 1 else { return consume(.event(.report(.fixLost(nil)))) }
    let second = Int64(byte(1) << 8 | byte(2))
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: (1_750_000_000 + second) * 1_000_000_000),
      latitude: 47.5, longitude: 9.6)
    (fix.altitude, fix.horizontalAccuracy) = (Double(byte(0)), 5)
    consume(.event(.report(.fix(fix))))
  }
}

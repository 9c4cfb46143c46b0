// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The only place that writes to a receiver.

package import GNSSReceiver
import Glibc
package import LinuxSystem
package import SerialLine

/// An open port through which a receiver is listened to and configured.
package struct ReceiverConfigurator: ~Copyable {
  private let port: SerialPort
  private let wakeUp: WakeUp
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// - Parameters:
  ///   - port: open for reading and writing if the receiver is to be configured.
  ///   - wakeUp: interrupts the configuration when it is signaled.
  package init(_ port: consuming SerialPort, wakeUp: WakeUp) {
    self.port = port
    self.wakeUp = wakeUp
  }

  package var isLine: Bool { port.isLine }

  /// Finds the baud rate at which intact data arrives.
  ///
  /// If no byte arrives, every rate is tried for the same time, since nothing indicates whether it is right or wrong.
  ///
  /// - Throws: SerialPortError, or ConfigurationFailure if nothing intact arrives at any rate, or it is interrupted.
  package mutating func findRate(by detector: BaudRateDetector) throws -> BaudRate {
    var (detector, meter, start) = (detector, OutputMeter(), monotonicNow())
    var verdict = BaudRateDetector.Verdict.tryRate(detector.rate)
    while true {
      switch verdict {
      case .found(let rate): return rate
      case .binary: return detector.rate
      case .nothingFound: throw ConfigurationFailure(.silent)
      case .tryRate(let rate):
        (meter, start) = (OutputMeter(), monotonicNow())
        verdict = try set(rate) ? .listening : detector.advance(at: start)
      case .listening:
        switch try next(until: detector.deadline ?? start + BaudRateDetector.dwell) {
        case .bytes(let bytes, let time):
          _ = meter.push(bytes, at: time)
          verdict = detector.received(bytes.span.bytes, sentences: meter.sentenceCount, at: time)
        case .silence where detector.deadline == nil: verdict = detector.advance(at: monotonicNow())
        case .silence: verdict = detector.elapse(to: monotonicNow())
        case .stopped: throw ConfigurationFailure(.interrupted)
        }
      }
    }
  }

  /// Sets the rate; returns false if the driver does not support it.
  private mutating func set(_ rate: BaudRate) throws -> Bool {
    do {
      try port.setRate(rate)
      return true
    } catch {
      if case .unsupportedRate = error.cause { return false }
      throw error
    }
  }

  /// Measures the output without writing to the receiver.
  ///
  /// - Throws: the same as findRate(by:).
  package mutating func listen(for time: Duration = .seconds(6)) throws -> OutputMeter {
    var meter = OutputMeter()
    let deadline = monotonicNow() + time
    while !meter.isEnough, monotonicNow() < deadline {
      switch try next(until: deadline) {
      case .bytes(let bytes, let time): _ = meter.push(bytes, at: time)
      case .silence: break
      case .stopped: throw ConfigurationFailure(.interrupted)
      }
    }
    guard meter.hasHeard else { throw ConfigurationFailure(.silent) }
    return meter
  }

  /// Performs the actions of a dialogue until it ends, and returns its last line.
  ///
  /// - Parameter show: receives lines for the user, among them one for each command that is written.
  /// - Throws: SerialPortError or ConfigurationFailure.
  package mutating func run(
    _ dialogue: ConfigurationDialogue, _ show: (String) -> Void
  ) throws -> String {
    var dialogue = dialogue
    dialogue.start(at: monotonicNow())
    while let deadline = dialogue.deadline {
      let actions =
        switch try next(until: deadline) {
        case .bytes(let bytes, let time): dialogue.push(bytes, at: time)
        case .silence: dialogue.pass(at: max(monotonicNow(), deadline))
        case .stopped: dialogue.interrupt(at: monotonicNow())
        }
      for action in actions {
        if let line = try perform(action, show) { return line }
      }
    }
    throw ConfigurationFailure(.interrupted)
  }

  private enum Event {
    case bytes([UInt8], Duration)
    case silence
    case stopped
  }

  /// Waits for bytes; a port that was unplugged is an error.
  private mutating func next(until deadline: Duration) throws -> Event {
    while true {
      var ready = [wakeUp.descriptor, port.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard wait(for: &ready, until: deadline) else { return .silence }
      if ready[0].revents != 0 {
        wakeUp.clear()
        return .stopped
      }
      switch try buffer.withUnsafeMutableBytes({ try port.read(into: $0) }) {
      case .bytes(let count): return .bytes(Array(buffer[..<count]), monotonicNow())
      // A hangup without anything to read means that the device was unplugged.
      case .nothing where ready[1].revents & Int16(POLLHUP | POLLNVAL) == 0: continue
      case .nothing, .hungUp: throw SerialPortError(.unplugged, port.path)
      }
    }
  }

  /// Performs an action, and returns the last line if it ends the dialogue.
  private func perform(
    _ action: ConfigurationDialogue.Action, _ show: (String) -> Void
  ) throws -> String? {
    switch action {
    case .write(let command):
      show("send: \(command.line)")
      try port.write(command.bytes, until: monotonicNow() + .seconds(5))
    case .setRate(let rate):
      // Pending output is still sent at the old rate.
      _ = retryingOnInterrupt { tcdrain(port.descriptor) }
      try port.setRate(rate)
    case .show(let line): show(line)
    case .done(let line): return line
    case .failed(let failure): throw failure
    }
    return nil
  }
}

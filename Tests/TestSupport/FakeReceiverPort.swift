// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A fake receiver on a pseudo-terminal, with its own thread.
///
/// As on a real line, only garbage is received at the wrong rate, in either direction.
package final class FakeReceiverPort: Sendable {
  private struct State {
    var receiver: FakeReceiver
    var isOver = false
  }

  private let terminal: PseudoTerminal
  private let state: Mutex<State>

  package init(_ receiver: FakeReceiver) throws {
    terminal = try PseudoTerminal()
    // Until a program opens the port, it would echo, and the receiver would take its own output for half a command.
    var settings = terminal.settings
    cfmakeraw(&settings)
    tcsetattr(terminal.master, TCSANOW, &settings)
    state = Mutex(State(receiver: receiver))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<FakeReceiverPort>.fromOpaque(context).takeRetainedValue().play()
        return nil
      }, context)
    precondition(result == 0)
    pthread_detach(thread)
  }

  /// The path of the port.
  package var path: String { terminal.path }

  /// The receiver as it is now.
  package var receiver: FakeReceiver { state.withLock { $0.receiver } }

  /// Ends the thread of the receiver.
  package func stop() { state.withLock { $0.isOver = true } }

  private func play() {
    var next = now()
    var rateBefore = lineRate
    while !state.withLock({ $0.isOver }) {
      var ready = pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)
      let rest = CInt(max(0, min(50, next - now())))
      // While no program has the port open, poll returns immediately.
      if poll(&ready, 1, rest) > 0, ready.revents & Int16(POLLIN) == 0 { usleep(5000) }
      let rate = lineRate
      let written = terminal.receive()
      state.withLock { state in
        // On a busy machine, this thread may see what was written only after the rate has been changed.
        let isUnderstood = [rateBefore, rate].contains(state.receiver.baudRate)
        rateBefore = rate
        if !written.isEmpty, isUnderstood { terminal.send(state.receiver.receive(written)) }
        guard now() >= next else { return }
        next += state.receiver.period
        let burst = state.receiver.burst()
        terminal.send(lineRate == state.receiver.baudRate ? burst : burst.map { $0 | 0x80 })
      }
    }
  }

  private var lineRate: Int? {
    var settings = terminal.settings
    return Self.rates[cfgetospeed(&settings)]
  }

  private static let rates: [speed_t: Int] = [
    speed_t(B4800): 4800, speed_t(B9600): 9600, speed_t(B19200): 19200, speed_t(B38400): 38400,
    speed_t(B57600): 57600, speed_t(B115200): 115_200,
  ]

  private func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

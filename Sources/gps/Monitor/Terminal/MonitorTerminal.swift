// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// The terminal on which the monitor is drawn, and whose keys it reads.
struct MonitorTerminal: ~Copyable {
  let descriptor: CInt
  private let settings: termios
  private let signals: TerminalSignals
  private let environment: Environment
  private let isOwn: Bool
  private let hasAlternateScreen: Bool
  /// `nil` for a user who wants no colors.
  private let palette: TerminalPalette?
  /// What the terminal shows; `nil` if unknown.
  private var shown: Screen?
  /// Bytes not yet written: no new frame is made until they are.
  private var pending: ArraySlice<UInt8> = []
  private(set) var isEntered = false

  /// Terminals without an alternate screen: their only screen is cleared instead.
  private static let plainTerminals = [
    "linux", "vt52", "vt100", "vt102", "vt220", "ansi", "cons25",
  ]
  /// How long to wait for the terminal to accept the bytes that restore it.
  private static let patience = Duration.seconds(1)

  /// Returns whether standard output is a terminal that can be drawn on.
  static func isThere(_ environment: Environment) -> Bool {
    isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  init(_ environment: Environment) throws {
    let signals = try TerminalSignals.awaited()
    // Opened again, so that the descriptor shared with other programs does not become non-blocking.
    let opened = ttyname(STDOUT_FILENO).map {
      open($0, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    }
    let isOwn = (opened ?? -1) >= 0
    let descriptor = isOwn ? opened ?? STDOUT_FILENO : STDOUT_FILENO
    var settings = termios()
    guard retryingOnInterrupt({ tcgetattr(descriptor, &settings) }) == 0 else {
      let number = errno
      if isOwn { close(descriptor) }
      throw Failure("cannot use the terminal: \(describe(errno: number))", EX_IOERR)
    }
    (self.isOwn, self.descriptor, self.settings) = (isOwn, descriptor, settings)
    (self.signals, self.environment) = (signals, environment)
    hasAlternateScreen = !Self.plainTerminals.contains(environment["TERM"] ?? "")
    palette = TerminalPalette(onTerminal: true, environment)
  }

  deinit { if isOwn { close(descriptor) } }

  /// Readable after a signal, which ``follow(endingBy:)`` processes.
  var signal: CInt { signals.descriptor }

  /// The descriptor to wait for while there are bytes that the terminal has not accepted.
  var busy: CInt? { isBusy ? descriptor : nil }
  var isBusy: Bool { !pending.isEmpty }

  /// Whether the last screen is on the terminal, all of it.
  var isShowing: Bool { shown != nil && !isBusy }

  /// Returns columns and rows, from the environment if the terminal does not know them, else 80 by 24.
  var size: (width: Int, height: Int) {
    let size = terminalSize(of: descriptor)
    func known(_ cells: Int?, _ name: String, _ usual: Int) -> Int {
      if let cells { return min(cells, Self.most) }
      let stated = environment[name].flatMap { Int($0) }
      return stated.flatMap { (1...Self.most).contains($0) ? $0 : nil } ?? usual
    }
    return (known(size.columns, "COLUMNS", 80), known(size.rows, "LINES", 24))
  }

  private static let most = 1000

  // MARK: Coming and going

  /// Takes over the terminal once this process is in the foreground; returns false if an interruption came before that.
  mutating func enter(endingBy interruption: CInt) -> Bool {
    while !isForeground, signals.stopInBackground() {
      if firstReadable(of: interruption, until: .zero) != nil { return false }
    }
    takeOver()
    return true
  }

  /// Leaves the terminal while this process is stopped; returns false if an interruption came meanwhile.
  mutating func follow(endingBy interruption: CInt) -> Bool {
    let (stop, hasContinued) = signals.received()
    guard stop || hasContinued else { return true }
    if stop {
      leave()
      signals.stop()
    }
    return enter(endingBy: interruption)
  }

  /// From now on keys are read one by one, and the screen is cleared.
  private mutating func takeOver() {
    var own = settings
    own.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    // Ctrl-S must not block output, or the program could not even end.
    own.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &own.c_cc) { keys in
      (keys[Int(VMIN)], keys[Int(VTIME)]) = (1, 0)
    }
    TerminalRestoration.arm(descriptor, settings, sending: ending)
    _ = retryingOnInterrupt { tcsetattr(descriptor, TCSANOW, &own) }
    // What was typed before was meant for the shell.
    discardInput()
    isEntered = true
    shown = nil
    // No wrapping, so that the last cell can be written; no cursor.
    pending =
      Array(
        ((hasAlternateScreen ? "\u{1B}[?1049h" : "") + "\u{1B}[?7l\u{1B}[?25l\u{1B}[0m\u{1B}[2J")
          .utf8)[...]
  }

  mutating func leave() {
    guard isEntered else { return }
    isEntered = false
    // A partly written update is completed, or an escape sequence would be cut.
    let deadline = monotonicNow() + Self.patience
    pending += ending
    while isBusy, flush() {
      guard !isBusy || isWritable(descriptor, by: deadline) else { break }
    }
    pending = []
    if isForeground {
      var settings = settings
      _ = retryingOnInterrupt { tcsetattr(descriptor, TCSANOW, &settings) }
    }
    TerminalRestoration.disarm()
  }

  private var ending: [UInt8] {
    let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h"
    return Array(
      (hasAlternateScreen ? end + "\u{1B}[?1049l" : end + "\u{1B}[2J\u{1B}[H").utf8)
  }

  /// Whether the terminal may be changed: a shell that has stopped this process has applied its own settings.
  var isForeground: Bool {
    let group = tcgetpgrp(descriptor)
    // A terminal that is not the controlling one has no foreground process group.
    return group < 0 || group == getpgrp()
  }

  // MARK: Output and input

  /// Forgets what is shown, so that everything is redrawn.
  mutating func forget() { shown = nil }

  /// Shows a screen, with one write if the terminal accepts it; returns false if the terminal is gone.
  mutating func show(_ screen: Screen) -> Bool {
    pending += screen.update(from: shown, in: palette)
    shown = screen
    return flush()
  }

  /// - Returns: false if the terminal is gone.
  mutating func flush() -> Bool {
    while isBusy {
      let count = retryingOnInterrupt {
        pending.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      if count < 0 { return errno == EAGAIN }
      pending = pending.dropFirst(count)
    }
    return true
  }

  /// Discards the keys that have been pressed, and not been read.
  func discardInput() { tcflush(descriptor, TCIFLUSH) }

  /// Returns the bytes of pressed keys; `nil` if the terminal is gone.
  func typed() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = retryingOnInterrupt { read(descriptor, &buffer, buffer.count) }
    if count > 0 { return Array(buffer.prefix(count)) }
    return count < 0 && errno == EAGAIN ? [] : nil
  }
}

/// Frames are drawn soon after a change, at most ten times a second, and at least once, because durations advance.
struct FramePace {
  private var last: Duration?
  private var hasChanged = true

  static let shortest = Duration.milliseconds(100)
  static let longest = Duration.seconds(1)

  var due: Duration {
    guard let last else { return .zero }
    return last + (hasChanged ? Self.shortest : Self.longest)
  }

  mutating func changed() { hasChanged = true }

  mutating func drawn(at now: Duration) {
    last = now
    hasChanged = false
  }
}

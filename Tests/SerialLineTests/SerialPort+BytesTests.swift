// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import SerialLine
import TestSupport
import Testing

/// Bytes on a pseudo-terminal, and ports that go.
///
/// A pseudo-terminal has neither breaks nor overruns: it refuses bytes for which it has no room, where a UART loses them,
/// and it counts no errors (`TIOCGICOUNT`). What is tested is what the settings make of a break, and that nothing is lost
/// that the kernel has accepted.
struct SerialPortBytesTests {
  @Test(
    arguments: [
      ("a break is received as zero", [0]),
      ("line noise", [0x80, 0xFE, 0x7F]),
      ("255, which is doubled where errors are marked", [0xFF, 0x41]),
      ("what would be an error mark", [0xFF, 0x00, 0x00]),
      ("Ctrl-C, Ctrl-Z and Ctrl-\\", [0x03, 0x1A, 0x1C]),
      ("the end of a text", [0x04]),
      ("XOFF and XON, which would stop the line", [0x13, 0x41, 0x11]),
      ("an erased line", [0x41, 0x15, 0x7F, 0x08]),
      ("a sentence", Array("$GPGGA*56\r\n".utf8)),
      ("a sentence that is not over", Array("$GPG".utf8)),
      ("a UBX frame", [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]),
    ] as [(why: String, bytes: [UInt8])])
  func areReceivedUnchanged(why: String, bytes: [UInt8]) throws {
    let terminal = try PseudoTerminal()
    terminal.configure { $0.becomeHostile() }
    let port = try SerialPort(path: terminal.path, access: .readingAndWriting)
    terminal.send(bytes)
    #expect(try port.bytes(bytes.count) == bytes, "\(why)")
    try port.write(bytes, until: monotonicNow() + .seconds(60))
    var echoed: [UInt8] = []
    #expect(
      eventually {
        echoed += terminal.receive()
        return echoed.count >= bytes.count
      })
    #expect(echoed == bytes, "\(why): nothing is echoed, and nothing is changed on the way out")
  }

  @Test(arguments: [1, 7, 512, 65536])
  func areAllThereAfterAPause(pieces: Int) throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path)
    let sent = terminal.fill()
    try #require(sent.count > 4096, "more than the line discipline's buffer")
    #expect(try port.bytes(sent.count, pieces: pieces) == sent)
    terminal.send("$GP")
    #expect(try port.text(of: 3) == "$GP", "the line continues")
  }

  @Test(
    arguments: [
      ("discarding", nil), ("a standard rate", .b4800), ("another rate", BaudRate(rawValue: 12345)),
    ] as [(why: String, rate: BaudRate?)])
  func areDiscardedIfReceivedAtAnotherRate(why: String, rate: BaudRate?) throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path, rate: .b9600)
    terminal.send("garbage")
    try #require(firstReadable(of: port.descriptor, until: monotonicNow() + .seconds(60)) == 0)
    if let rate { try port.setRate(rate) } else { port.discardInput() }
    terminal.send("new")
    #expect(try port.text(of: 3) == "new", "\(why)")
  }

  // MARK: Ports that go

  /// Whether the port goes before or while it is waited for, the outcome is the same.
  @Test func aPortThatGoesWhileItIsReadHasHungUp() throws {
    let terminal = Mutex<PseudoTerminal?>(try PseudoTerminal())
    let port = try SerialPort(path: try #require(terminal.withLock { $0?.path }))
    #expect(try port.text(of: 1) == nil)
    Thread.detachNewThread { terminal.withLock { $0 = nil } }
    try #require(firstReadable(of: port.descriptor, until: monotonicNow() + .seconds(60)) == 0)
    #expect(try port.text(of: 1) == "gone")
    #expect(try port.text(of: 1) == "gone", "and it stays away")
    #expect(port.rate == nil)
    #expect(throws: SerialPortError.self) { try port.setRate(.b4800) }
  }

  @Test func aPortThatGoesWhileItIsWrittenWasUnplugged() throws {
    let terminal = Mutex<PseudoTerminal?>(try PseudoTerminal())
    let path = try #require(terminal.withLock { $0?.path })
    let port = try SerialPort(path: path, access: .readingAndWriting)
    // More than the kernel takes, so that the rest has to wait.
    let command = [UInt8](repeating: 0x55, count: 1 << 20)
    Thread.detachNewThread {
      _ = eventually { terminal.withLock { $0?.receive().isEmpty == false } }
      terminal.withLock { $0 = nil }
    }
    let start = monotonicNow()
    #expect(throws: SerialPortError(.unplugged, path)) {
      try port.write(command, until: start + .seconds(600))
    }
    #expect(monotonicNow() - start < .seconds(300), "long before the deadline")
  }

  @Test func aReceiverThatTakesNothingIsNotWaitedForForever() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path, access: .readingAndWriting)
    let command = [UInt8](repeating: 0x55, count: 1 << 20)
    let accepted = try port.write(command[...])
    #expect(accepted > 0 && accepted < command.count)
    #expect(eventually { (try? port.write(command[...])) == 0 }, "it is full")
    #expect(throws: SerialPortError(.notWriting, terminal.path)) {
      try port.write(command, until: monotonicNow())
    }
  }

  /// Signals end waits in the kernel, as SIGCHLD and stopped processes do.
  @Test func aStormOfSignalsLosesNothing() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    try #require(sigaction(SIGURG, &action, nil) == 0)
    // Threads that run tasks block all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    defer { pthread_sigmask(SIG_BLOCK, &signals, nil) }
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path, access: .readingAndWriting)
    let command = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    let (received, isOver) = (Mutex<[UInt8]>([]), DispatchSemaphore(value: 0))
    let writer = pthread_self()
    Thread.detachNewThread {
      // The receiver is slow: before it takes a piece, the writer is interrupted a few times.
      _ = eventually {
        for _ in 0..<20 { pthread_kill(writer, SIGURG) }
        return received.withLock {
          $0 += terminal.receive()
          return $0.count >= command.count
        }
      }
      isOver.signal()
    }
    defer { isOver.wait() }
    try port.write(command, until: monotonicNow() + .seconds(60))
    #expect(eventually { received.withLock { $0.count } >= command.count })
    #expect(received.withLock { $0 } == command)
  }
}

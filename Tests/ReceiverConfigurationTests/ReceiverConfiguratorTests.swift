// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LinuxSystem
import ReceiverConfiguration
import SerialLine
import TestSupport
import Testing

/// Tests with real ports, and with fast receivers to save time.
@Suite struct ReceiverConfiguratorTests {
  private func configure(
    _ port: FakeReceiverPort, rate: BaudRate = .b38400, wakeUp: WakeUp? = nil,
    _ change: (inout ConfigurationRequest) -> Void, _ show: (String) -> Void = { _ in }
  ) throws -> String {
    var request = ConfigurationRequest()
    change(&request)
    var configurator = ReceiverConfigurator(
      try SerialPort(path: port.path, rate: rate, access: .readingAndWriting),
      wakeUp: try wakeUp ?? WakeUp())
    return try configurator.run(
      ConfigurationDialogue(request, maker: nil, lineRate: rate, prefersUSB: false), show)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .mediatek])
  func configures(kind: FakeReceiver.Kind) throws {
    let port = try FakeReceiverPort(FakeReceiver(kind, baudRate: 38400, period: 100))
    defer { port.stop() }
    let line = try configure(port) {
      $0.epochRate = 8
      $0.baudRate = .b115200
      $0.disabled = [.gll]
    }
    #expect(line == "115200 baud, 8 Hz, GGA RMC GSA")
    #expect(port.receiver.baudRate == 115_200 && port.receiver.period == 125)
  }

  @Test func configuresSiRF() throws {
    var receiver = FakeReceiver(.sirf, baudRate: 38400, period: 100)
    receiver.isBinary = true
    let port = try FakeReceiverPort(receiver)
    defer { port.stop() }
    let line = try configure(port) {
      $0.sendsSentences = true
      $0.baudRate = .b57600
      $0.disabled = [.gsv, .vtg]
    }
    #expect(line == "57600 baud, 10 Hz, GGA RMC GSA")
  }

  @Test func goesBack() throws {
    let port = try FakeReceiverPort(
      FakeReceiver(.ublox8, fault: .stubborn, baudRate: 38400, period: 100))
    defer { port.stop() }
    let failure = #expect(throws: ConfigurationFailure.self) {
      try configure(port) {
        $0.epochRate = 8
        $0.baudRate = .b115200
        $0.enabled = [.gst]
      }
    }
    #expect(
      failure == ConfigurationFailure(.unverified("it sends 10 epochs a second, not 8"), .restored))
    #expect(port.receiver.baudRate == 38400)
    #expect(port.receiver.sentences == ["GGA", "RMC", "GSA", "GLL"])
  }

  @Test func goesBackWhenInterrupted() throws {
    let port = try FakeReceiverPort(FakeReceiver(.mediatek, baudRate: 38400, period: 100))
    defer { port.stop() }
    let wakeUp = try WakeUp()
    let failure = #expect(throws: ConfigurationFailure.self) {
      try configure(
        port, wakeUp: wakeUp, { $0.epochRate = 8 },
        { line in if line.contains("PMTK220,125*") { wakeUp.signal() } })
    }
    #expect(failure == ConfigurationFailure(.interrupted, .restored))
    #expect(port.receiver.period == 100)
  }

  @Test(
    arguments: [
      ("the first that is tried", FakeReceiver.Kind.ublox8, false, 9600),
      ("another one", .ublox8, false, 4800),
      ("of a binary protocol", .sirf, true, 9600),
    ] as [(why: String, kind: FakeReceiver.Kind, isBinary: Bool, rate: Int)])
  func findsTheRate(why: String, kind: FakeReceiver.Kind, isBinary: Bool, rate: Int) throws {
    var receiver = FakeReceiver(kind, baudRate: rate, period: 100)
    receiver.isBinary = isBinary
    let port = try FakeReceiverPort(receiver)
    defer { port.stop() }
    var configurator = ReceiverConfigurator(try SerialPort(path: port.path), wakeUp: try WakeUp())
    let found = try configurator.findRate(by: BaudRateDetector(at: monotonicNow()))
    #expect(Int(found.rawValue) == rate)
    #expect(try configurator.listen().makers == [kind == .sirf ? .sirf : .ublox])
    #expect(port.receiver.commands.isEmpty)
  }

  @Test func findsNoRateInSilence() throws {
    let terminal = try PseudoTerminal()
    var configurator = ReceiverConfigurator(
      try SerialPort(path: terminal.path), wakeUp: try WakeUp())
    #expect(throws: ConfigurationFailure(.silent)) {
      try configurator.findRate(by: BaudRateDetector(fixed: .b9600, at: monotonicNow()))
    }
    #expect(terminal.receive().isEmpty)
  }

  @Test func looksForNoRateWhenInterrupted() throws {
    let (terminal, wakeUp) = (try PseudoTerminal(), try WakeUp())
    var configurator = ReceiverConfigurator(try SerialPort(path: terminal.path), wakeUp: wakeUp)
    wakeUp.signal()
    #expect(throws: ConfigurationFailure(.interrupted)) {
      try configurator.findRate(by: BaudRateDetector(at: monotonicNow()))
    }
  }

  @Test func tellsSilenceFromUnplugging() throws {
    let wakeUp = try WakeUp()
    var terminal: PseudoTerminal? = try PseudoTerminal()
    let path = try #require(terminal).path
    var configurator = ReceiverConfigurator(try SerialPort(path: path), wakeUp: wakeUp)
    #expect(throws: ConfigurationFailure(.silent)) {
      try configurator.listen(for: .milliseconds(5))
    }
    terminal?.send("$GPTXT,01,01,02,u-blox*0C\r\n")
    let heard = try configurator.listen(for: .seconds(1))
    #expect(heard.sentenceCount == 1)
    wakeUp.signal()
    #expect(throws: ConfigurationFailure(.interrupted)) { try configurator.listen() }
    terminal = nil
    #expect(throws: SerialPortError(.unplugged, path)) { try configurator.listen() }
  }
}

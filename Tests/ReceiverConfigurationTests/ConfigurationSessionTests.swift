// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import TestSupport
import Testing

@Suite struct ConfigurationSessionTests {
  @Test(
    arguments: [
      (FakeReceiver.Kind.ublox8, "115200 baud, 5 Hz, GGA RMC GSA GST"),
      (.ublox10, "115200 baud, 5 Hz, GGA RMC GSA GST"),
      (.mediatek, "115200 baud, 5 Hz, GGA RMC GSA GST"),
    ])
  func changesEverything(kind: FakeReceiver.Kind, summary: String) {
    var line = SimulatedLine(FakeReceiver(kind)) {
      $0.epochRate = 5
      $0.baudRate = .b115200
      $0.enabled = [.gst]
      $0.disabled = [.gll]
    }
    line.run()
    #expect(line.summary == summary, "\(line.told) \(String(describing: line.failure))")
    #expect(line.receiver.period == 200 && line.receiver.baudRate == 115_200)
    #expect(line.receiver.sentences == ["GGA", "RMC", "GSA", "GST"])
    #expect(!line.receiver.isStored)
  }

  @Test(arguments: [FakeReceiver.Kind.ubloxSentences, .sirf])
  func changesWhatSaysNothingToIt(kind: FakeReceiver.Kind) {
    var line = SimulatedLine(FakeReceiver(kind)) {
      $0.baudRate = .b38400
      $0.enabled = [.zda]
      $0.disabled = [.gll]
    }
    line.run()
    #expect(line.summary == "38400 baud, 1 Hz, GGA RMC GSA ZDA", "\(line.told)")
    #expect(line.receiver.baudRate == 38400 && line.lineRate == 38400)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .sirf])
  func returnsToSentences(kind: FakeReceiver.Kind) {
    var receiver = FakeReceiver(kind, sentences: ["GGA"])
    receiver.isBinary = true
    var line = SimulatedLine(receiver) { $0.sendsSentences = true }
    line.run()
    #expect(line.summary == "9600 baud, 1 Hz, GGA RMC GSA GSV VTG", "\(line.told)")
    #expect(!line.receiver.isBinary)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10])
  func storesOnlyWhenAsked(kind: FakeReceiver.Kind) {
    var line = SimulatedLine(FakeReceiver(kind)) {
      $0.enabled = [.gst]
      $0.isStored = true
    }
    line.run()
    #expect(line.summary != nil && line.receiver.isStored)
    #expect(line.told.contains("the receiver has no flash memory") == (kind == .ublox10))
  }

  @Test func saysWhenItIsNotStored() {
    var line = SimulatedLine(FakeReceiver(.ublox8, fault: .withoutMemory)) {
      $0.enabled = [.gst]
      $0.isStored = true
    }
    line.run()
    #expect(line.failure == ConfigurationFailure(.notStored, .changed))
    #expect(line.receiver.sentences.contains("GST"))
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .mediatek])
  func saysItTwice(kind: FakeReceiver.Kind) {
    var line = SimulatedLine(FakeReceiver(kind, fault: .forgetful)) { $0.epochRate = 2 }
    line.run()
    #expect(line.summary?.contains("2 Hz") == true)
    #expect(line.receiver.commands.count == 2)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .mediatek])
  func goesBackWhenTheRateStays(kind: FakeReceiver.Kind) {
    var line = SimulatedLine(FakeReceiver(kind, fault: .stubborn)) {
      $0.epochRate = 2
      $0.disabled = [.gll]
      $0.baudRate = .b38400
    }
    let before = line.receiver
    line.run()
    #expect(
      line.failure
        == ConfigurationFailure(.unverified("it sends 1 epochs a second, not 2"), .restored))
    #expect(line.receiver.sentences == before.sentences)
    #expect(line.receiver.baudRate == 9600 && line.lineRate == 9600)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .mediatek])
  func stopsAtARefusal(kind: FakeReceiver.Kind) {
    var line = SimulatedLine(FakeReceiver(kind, fault: .refusing)) { $0.disabled = [.gll] }
    line.run()
    #expect(line.failure == ConfigurationFailure(.refused("GLL off")), "\(line.told)")
    #expect(line.receiver.sentences.contains("GLL"))
  }

  @Test func knowsByTheOutputThatNothingHasChanged() {
    // Deaf, so that neither the change nor the way back is acknowledged.
    var line = SimulatedLine(FakeReceiver(.mediatek, fault: .deaf)) { $0.epochRate = 2 }
    line.run()
    #expect(line.failure == ConfigurationFailure(.unanswered("one epoch every 500 ms"), .restored))
  }

  @Test func saysWhatCouldNotBePutBack() {
    // It hears the change, and nothing after it.
    var line = SimulatedLine(FakeReceiver(.mediatek)) {
      $0.epochRate = 2
      $0.enabled = [.gst]
    }
    line.run { $0.receiver.period == 500 }
    line.receiver.fault = .deaf
    line.interrupt()
    line.run()
    #expect(
      line.failure
        == ConfigurationFailure(
          .interrupted,
          .left([
            "one epoch every 1000 ms", "sentences as before", "what it was (it still sends GST)",
          ])))
  }

  @Test func saysWhatSiRFDoesNotDo() {
    var line = SimulatedLine(FakeReceiver(.sirf, fault: .refusing)) {
      $0.disabled = [.gll]
      $0.enabled = [.zda]
    }
    line.run()
    #expect(
      line.failure == ConfigurationFailure(.unverified("it does not send ZDA"), .restored))
    #expect(line.receiver.commands.last == "PSRF103,01,00,01,01")
  }

  @Test func tellsWhenTheReceiverIsLost() {
    var line = SimulatedLine(FakeReceiver(.mediatek, fault: .losingItself)) {
      $0.baudRate = .b38400
    }
    line.run()
    #expect(
      line.failure
        == ConfigurationFailure(.lost(old: .b9600, new: .b38400), .left(["9600 baud"])))
  }

  @Test func goesBackToARateThatWasNotTaken() {
    var receiver = FakeReceiver(.mediatek, fault: .deaf)
    receiver.sentences.insert("VTG")
    var line = SimulatedLine(receiver) { $0.baudRate = .b38400 }
    line.run()
    #expect(line.failure == ConfigurationFailure(.unanswered("38400 baud"), .restored))
    #expect(line.lineRate == 9600)
  }

  @Test(
    arguments: [
      ("before anything was written", 0), ("after the first change", 1), ("after the second", 2),
      ("while it is verified", 3),
    ])
  func goesBackWhenInterrupted(name: String, changes: Int) {
    var line = SimulatedLine(FakeReceiver(.mediatek)) {
      $0.epochRate = 2
      $0.disabled = [.gll]
      $0.baudRate = .b38400
    }
    let before = line.receiver
    line.run { $0.receiver.commands.count >= changes }
    line.interrupt()
    line.run()
    #expect(
      line.failure == ConfigurationFailure(.interrupted, changes == 0 ? .untouched : .restored))
    #expect(line.receiver.sentences == before.sentences && line.receiver.period == 1000)
    #expect(line.receiver.baudRate == 9600 && line.lineRate == 9600)
  }

  @Test func leavesTheRestWhenInterruptedTwice() {
    var line = SimulatedLine(FakeReceiver(.mediatek)) { $0.epochRate = 2 }
    line.run { $0.receiver.period == 500 }
    line.interrupt()
    if line.result == nil { line.interrupt() }
    #expect(line.failure?.cause == .interrupted && line.session.deadline == nil)
  }

  @Test func asksWhoItIs() {
    var line = SimulatedLine(FakeReceiver(.nobody)) { $0.epochRate = 2 }
    line.run()
    #expect(line.failure == ConfigurationFailure(.unknownMaker))
    #expect(line.written == [UBloxCommands.askVersion, UBloxCommands.askVersion])
  }

  @Test func asksNobodyWhoHasSaidIt() {
    var line = SimulatedLine(FakeReceiver(.mediatek)) { $0.epochRate = 2 }
    line.run()
    #expect(line.written.map(\.meaning) == ["one epoch every 500 ms"])
  }

  @Test func saysNothingToSilence() {
    var receiver = FakeReceiver(.ublox8)
    receiver.isLost = true
    var line = SimulatedLine(receiver) { $0.epochRate = 2 }
    line.run()
    #expect(line.failure == ConfigurationFailure(.silent) && line.written.isEmpty)
  }

  @Test func refusesWhatDoesNotFitBeforeItChangesAnything() {
    var line = SimulatedLine(FakeReceiver(.ublox8)) { $0.epochRate = 10 }
    line.run()
    guard case .lineTooSlow(let budget, has: .b9600)? = line.failure?.cause else {
      Issue.record("\(String(describing: line.failure))")
      return
    }
    #expect(budget.neededRate == .b38400)
    #expect(line.receiver.commands.isEmpty)
  }

  @Test func knowsThatUSBHasNoRate() {
    var receiver = FakeReceiver(.ublox8)
    receiver.isUSB = true
    var fast = SimulatedLine(receiver) { $0.epochRate = 10 }
    fast.run()
    #expect(fast.summary?.contains("10 Hz") == true)
    var odd = SimulatedLine(receiver) { $0.baudRate = .b38400 }
    odd.run()
    #expect(odd.failure == ConfigurationFailure(.noBaudRate))
  }

  @Test func survivesAnything() {
    var random = SeededGenerator(seed: 1)
    let pieces: [[UInt8]] = [
      FakeReceiver.ubx(5, 1, [6, 8]), FakeReceiver.ubx(5, 0, [6, 1]),
      FakeReceiver.ubx(6, 0, [1, 2]),
      FakeReceiver.ubx(6, 8, []), FakeReceiver.ubx(6, 0x8B, [1, 0, 0, 0, 1, 0, 0x21, 0x30, 5]),
      FakeReceiver.ubx(0x0A, 4, [UInt8](repeating: 0x80, count: 45)), FakeReceiver.sirf([2]),
      FakeReceiver.sentence("PMTK514,9,,x"), FakeReceiver.sentence("PMTK001,314"),
      FakeReceiver.sentence("GPGGA,,,,,,0,,,,,,,,"), FakeReceiver.sentence("PUBX"),
      FakeReceiver(.mediatek).copyOfBurst,
    ]
    for _ in 0..<200 {
      var line = SimulatedLine(
        FakeReceiver(.nobody), maker: ReceiverMaker.allCases.randomElement(using: &random)
      ) {
        $0.epochRate = 2
        $0.baudRate = .b38400
        $0.sendsSentences = true
      }
      for _ in 0..<100 {
        line.run(bytes: pieces.randomElement(using: &random) ?? [], for: .milliseconds(700))
      }
      line.interrupt()
    }
  }

  @Test func findsTheUARTBehindABridge() {
    // /dev/ttyACM, but the receiver knows no keys for USB.
    var line = SimulatedLine(FakeReceiver(.ublox10), prefersUSB: true) { $0.enabled = [.gst] }
    line.run()
    #expect(line.summary?.contains("GST") == true, "\(String(describing: line.failure))")
  }
}

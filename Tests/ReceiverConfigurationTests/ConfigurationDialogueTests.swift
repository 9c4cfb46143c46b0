// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import TestSupport
import Testing

@Suite struct ConfigurationDialogueTests {
  @Test(
    arguments: [
      (FakeReceiver.Kind.ublox8, "115200 baud, 5 Hz, GGA RMC GSA GST"),
      (.ublox10, "115200 baud, 5 Hz, GGA RMC GSA GST"),
      (.mediatek, "115200 baud, 5 Hz, GGA RMC GSA GST"),
    ])
  func changesEverything(kind: FakeReceiver.Kind, summary: String) {
    var port = SimulatedPort(FakeReceiver(kind)) {
      $0.epochRate = 5
      $0.baudRate = .b115200
      $0.enabled = [.gst]
      $0.disabled = [.gll]
    }
    port.run()
    #expect(port.summary == summary, "\(port.shown) \(String(describing: port.failure))")
    #expect(port.receiver.period == 200 && port.receiver.baudRate == 115_200)
    #expect(port.receiver.sentences == ["GGA", "RMC", "GSA", "GST"])
    #expect(!port.receiver.isStored)
  }

  @Test(arguments: [FakeReceiver.Kind.ubloxSentences, .sirf])
  func changesWhatSaysNothingToIt(kind: FakeReceiver.Kind) {
    var port = SimulatedPort(FakeReceiver(kind)) {
      $0.baudRate = .b38400
      $0.enabled = [.zda]
      $0.disabled = [.gll]
    }
    port.run()
    #expect(port.summary == "38400 baud, 1 Hz, GGA RMC GSA ZDA", "\(port.shown)")
    #expect(port.receiver.baudRate == 38400 && port.lineRate == 38400)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .sirf])
  func returnsToSentences(kind: FakeReceiver.Kind) {
    var receiver = FakeReceiver(kind, sentences: ["GGA"])
    receiver.isBinary = true
    var port = SimulatedPort(receiver) { $0.sendsSentences = true }
    port.run()
    #expect(port.summary == "9600 baud, 1 Hz, GGA RMC GSA GSV VTG", "\(port.shown)")
    #expect(!port.receiver.isBinary)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10])
  func switchesToFramesAndBack(kind: FakeReceiver.Kind) {
    var there = SimulatedPort(FakeReceiver(kind)) { $0.sendsFrames = true }
    there.run()
    #expect(there.summary == "9600 baud, 1 Hz, UBX (u-blox)", "\(there.shown)")
    #expect(there.receiver.isBinary)
    #expect(there.receiver.frames == [0x0107, 0x0104, 0x0103, 0x0135])
    var back = SimulatedPort(there.receiver) { $0.sendsSentences = true }
    back.run()
    #expect(back.summary == "9600 baud, 1 Hz, GGA RMC GSA GSV VTG GLL", "\(back.shown)")
    #expect(!back.receiver.isBinary && back.receiver.frames.isEmpty)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10])
  func goesBackFromFramesThatDoNotCome(kind: FakeReceiver.Kind) {
    var receiver = FakeReceiver(kind, fault: .withoutSatellites)
    // One of them is there already, and stays.
    receiver.frames = [0x0104]
    var port = SimulatedPort(receiver) { $0.sendsFrames = true }
    port.run()
    #expect(
      port.failure == ConfigurationFailure(.unverified("it does not send NAV-SAT"), .restored))
    #expect(port.receiver.sentences == receiver.sentences && !port.receiver.isBinary)
    #expect(port.receiver.frames == [0x0104])
  }

  @Test func goesBackFromFramesWhenInterrupted() {
    var port = SimulatedPort(FakeReceiver(.ublox8)) { $0.sendsFrames = true }
    port.run { !$0.receiver.frames.isEmpty }
    port.interrupt()
    port.run()
    #expect(port.failure == ConfigurationFailure(.interrupted, .restored))
    #expect(!port.receiver.isBinary && port.receiver.frames.isEmpty)
  }

  @Test func changesTheRateOfFrames() {
    var receiver = FakeReceiver(.ublox8)
    (receiver.isBinary, receiver.frames) = (true, [0x0107])
    var port = SimulatedPort(receiver) { $0.epochRate = 5 }
    port.run()
    #expect(port.summary == "9600 baud, 5 Hz, UBX (u-blox)", "\(String(describing: port.failure))")
    var other = SimulatedPort(receiver) { $0.enabled = [.gst] }
    other.run()
    #expect(other.failure == ConfigurationFailure(.binaryOnly(["UBX (u-blox)"])))
  }

  @Test(arguments: [
    (FakeReceiver.Kind.mediatek, "--ubx", ReceiverMaker.mediatek), (.sirf, "--ubx", .sirf),
    (.ubloxSentences, "--ubx through a port without UBX", .ublox),
  ])
  func saysWhoHasNoFrames(kind: FakeReceiver.Kind, what: String, maker: ReceiverMaker) {
    var port = SimulatedPort(FakeReceiver(kind)) { $0.sendsFrames = true }
    port.run()
    #expect(port.failure == ConfigurationFailure(.unsupported(what, maker)))
    #expect(port.receiver.commands.isEmpty)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10])
  func storesOnlyWhenAsked(kind: FakeReceiver.Kind) {
    var port = SimulatedPort(FakeReceiver(kind)) {
      $0.enabled = [.gst]
      $0.isStored = true
    }
    port.run()
    #expect(port.summary != nil && port.receiver.isStored)
    #expect(port.shown.contains("the receiver has no flash memory") == (kind == .ublox10))
  }

  @Test func saysWhenItIsNotStored() {
    var port = SimulatedPort(FakeReceiver(.ublox8, fault: .withoutMemory)) {
      $0.enabled = [.gst]
      $0.isStored = true
    }
    port.run()
    #expect(port.failure == ConfigurationFailure(.notStored, .changed))
    #expect(port.receiver.sentences.contains("GST"))
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .mediatek])
  func saysItTwice(kind: FakeReceiver.Kind) {
    var port = SimulatedPort(FakeReceiver(kind, fault: .forgetful)) { $0.epochRate = 2 }
    port.run()
    #expect(port.summary?.contains("2 Hz") == true)
    #expect(port.receiver.commands.count == 2)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .mediatek])
  func goesBackWhenTheRateStays(kind: FakeReceiver.Kind) {
    var port = SimulatedPort(FakeReceiver(kind, fault: .stubborn)) {
      $0.epochRate = 2
      $0.disabled = [.gll]
      $0.baudRate = .b38400
    }
    let before = port.receiver
    port.run()
    #expect(
      port.failure
        == ConfigurationFailure(.unverified("it sends 1 epochs a second, not 2"), .restored))
    #expect(port.receiver.sentences == before.sentences)
    #expect(port.receiver.baudRate == 9600 && port.lineRate == 9600)
  }

  @Test(arguments: [FakeReceiver.Kind.ublox8, .ublox10, .mediatek])
  func stopsAtARefusal(kind: FakeReceiver.Kind) {
    var port = SimulatedPort(FakeReceiver(kind, fault: .refusing)) { $0.disabled = [.gll] }
    port.run()
    #expect(port.failure == ConfigurationFailure(.refused("GLL off")), "\(port.shown)")
    #expect(port.receiver.sentences.contains("GLL"))
  }

  @Test func knowsByTheOutputThatNothingHasChanged() {
    // The receiver is deaf, so that neither the change nor its undoing is acknowledged.
    var port = SimulatedPort(FakeReceiver(.mediatek, fault: .deaf)) { $0.epochRate = 2 }
    port.run()
    #expect(port.failure == ConfigurationFailure(.unanswered("one epoch every 500 ms"), .restored))
  }

  @Test func saysWhatCouldNotBePutBack() {
    // The receiver obeys the change, and then ignores everything.
    var port = SimulatedPort(FakeReceiver(.mediatek)) {
      $0.epochRate = 2
      $0.enabled = [.gst]
    }
    port.run { $0.receiver.period == 500 }
    port.receiver.fault = .deaf
    port.interrupt()
    port.run()
    #expect(
      port.failure
        == ConfigurationFailure(
          .interrupted,
          .left([
            "one epoch every 1000 ms", "sentences as before", "what it was (it still sends GST)",
          ])))
  }

  @Test func saysWhatSiRFDoesNotDo() {
    var port = SimulatedPort(FakeReceiver(.sirf, fault: .refusing)) {
      $0.disabled = [.gll]
      $0.enabled = [.zda]
    }
    port.run()
    #expect(
      port.failure == ConfigurationFailure(.unverified("it does not send ZDA"), .restored))
    #expect(port.receiver.commands.last == "PSRF103,01,00,01,01")
  }

  @Test func tellsWhenTheReceiverIsLost() {
    var port = SimulatedPort(FakeReceiver(.mediatek, fault: .losingItself)) {
      $0.baudRate = .b38400
    }
    port.run()
    #expect(
      port.failure
        == ConfigurationFailure(.lost(old: .b9600, new: .b38400), .left(["9600 baud"])))
  }

  @Test func goesBackToARateThatWasNotTaken() {
    var receiver = FakeReceiver(.mediatek, fault: .deaf)
    receiver.sentences.insert("VTG")
    var port = SimulatedPort(receiver) { $0.baudRate = .b38400 }
    port.run()
    #expect(port.failure == ConfigurationFailure(.unanswered("38400 baud"), .restored))
    #expect(port.lineRate == 9600)
  }

  @Test(
    arguments: [
      ("before anything was written", 0), ("after the first change", 1), ("after the second", 2),
      ("while it is verified", 3),
    ])
  func goesBackWhenInterrupted(name: String, changes: Int) {
    var port = SimulatedPort(FakeReceiver(.mediatek)) {
      $0.epochRate = 2
      $0.disabled = [.gll]
      $0.baudRate = .b38400
    }
    let before = port.receiver
    port.run { $0.receiver.commands.count >= changes }
    port.interrupt()
    port.run()
    #expect(
      port.failure == ConfigurationFailure(.interrupted, changes == 0 ? .untouched : .restored))
    #expect(port.receiver.sentences == before.sentences && port.receiver.period == 1000)
    #expect(port.receiver.baudRate == 9600 && port.lineRate == 9600)
  }

  @Test func leavesTheRestWhenInterruptedTwice() {
    var port = SimulatedPort(FakeReceiver(.mediatek)) { $0.epochRate = 2 }
    port.run { $0.receiver.period == 500 }
    port.interrupt()
    if port.result == nil { port.interrupt() }
    #expect(port.failure?.cause == .interrupted && port.dialogue.deadline == nil)
  }

  @Test func asksWhoItIs() {
    var port = SimulatedPort(FakeReceiver(.nobody)) { $0.epochRate = 2 }
    port.run()
    #expect(port.failure == ConfigurationFailure(.unknownMaker))
    #expect(port.written == [UBloxCommands.askVersion, UBloxCommands.askVersion])
  }

  @Test func writesNothingToAReceiverThatSpeaksAnotherProtocol() {
    var request = ConfigurationRequest()
    request.epochRate = 2
    var dialogue = ConfigurationDialogue(request, maker: nil, lineRate: .b115200, prefersUSB: false)
    dialogue.start(at: .zero)
    // A log of Unicore's, with a checksum computed by another program.
    let log = Array("#VERSIONA,97,GPS,FINE,2300,0,0,0,18,1;1,2*4cc84d35\r\n".utf8)
    var actions = dialogue.push(log, at: .seconds(1))
    while let deadline = dialogue.deadline { actions += dialogue.pass(at: deadline) }
    #expect(
      actions.last == .failed(ConfigurationFailure(.unwrittenProtocols(["Unicore"]))))
    #expect(!actions.contains { if case .write = $0 { true } else { false } })
  }

  @Test func asksNobodyWhoHasSaidIt() {
    var port = SimulatedPort(FakeReceiver(.mediatek)) { $0.epochRate = 2 }
    port.run()
    #expect(port.written.map(\.meaning) == ["one epoch every 500 ms"])
  }

  @Test func saysNothingToSilence() {
    var receiver = FakeReceiver(.ublox8)
    receiver.isLost = true
    var port = SimulatedPort(receiver) { $0.epochRate = 2 }
    port.run()
    #expect(port.failure == ConfigurationFailure(.silent) && port.written.isEmpty)
  }

  @Test func refusesWhatDoesNotFitBeforeItChangesAnything() {
    var port = SimulatedPort(FakeReceiver(.ublox8)) { $0.epochRate = 10 }
    port.run()
    guard case .lineTooSlow(let budget, has: .b9600)? = port.failure?.cause else {
      Issue.record("\(String(describing: port.failure))")
      return
    }
    #expect(budget.neededRate == .b38400)
    #expect(port.receiver.commands.isEmpty)
  }

  @Test func knowsThatUSBHasNoRate() {
    var receiver = FakeReceiver(.ublox8)
    receiver.isUSB = true
    var fast = SimulatedPort(receiver) { $0.epochRate = 10 }
    fast.run()
    #expect(fast.summary?.contains("10 Hz") == true)
    var odd = SimulatedPort(receiver) { $0.baudRate = .b38400 }
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
      var port = SimulatedPort(
        FakeReceiver(.nobody), maker: ReceiverMaker.allCases.randomElement(using: &random)
      ) {
        $0.epochRate = 2
        $0.baudRate = .b38400
        $0.sendsSentences = true
      }
      for _ in 0..<100 {
        port.run(bytes: pieces.randomElement(using: &random) ?? [], for: .milliseconds(700))
      }
      port.interrupt()
    }
  }

  @Test func findsTheUARTBehindABridge() {
    // The port is a /dev/ttyACM, but the receiver has no keys for USB.
    var port = SimulatedPort(FakeReceiver(.ublox10), prefersUSB: true) { $0.enabled = [.gst] }
    port.run()
    #expect(port.summary?.contains("GST") == true, "\(String(describing: port.failure))")
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import TestSupport
import Testing

/// Returns a meter that has received a fake receiver's first epochs.
func heard(
  _ kind: FakeReceiver.Kind, epochs: Int = 5, period: Int = 1000,
  sentences: Set<String> = ["GGA", "RMC", "GSA", "GLL"], isBinary: Bool = false
) -> OutputMeter {
  var receiver = FakeReceiver(kind, period: period, sentences: sentences)
  receiver.isBinary = isBinary
  var meter = OutputMeter()
  for epoch in 0..<epochs {
    _ = meter.push(receiver.burst(), at: .milliseconds(epoch * period))
  }
  return meter
}

@Suite struct OutputMeterTests {
  @Test(
    arguments: [
      ("1 Hz", 1000, 4, true), ("1 Hz, a second short", 1000, 3, false),
      ("10 Hz", 100, 11, true), ("10 Hz, one short", 100, 10, false),
      ("every five seconds", 5000, 3, true),
    ])
  func measuresTheRate(name: String, period: Int, epochs: Int, isEnough: Bool) {
    let meter = heard(.nobody, epochs: epochs, period: period)
    #expect(meter.period == Double(period) / 1000)
    #expect(meter.epochCount == epochs)
    #expect(meter.isEnough == isEnough, "\(name)")
  }

  @Test func goesByArrivalWithoutTimes() {
    var meter = OutputMeter()
    for second in 0..<5 {
      _ = meter.push(
        FakeReceiver.sentence("GPRMC,,V,,,,,,,,,,N"), at: .milliseconds(second * 200))
    }
    #expect(meter.period == 0.2)
  }

  /// The velocity comes with every epoch, too, but says nothing of when; the first is of an epoch before.
  @Test func goesByTimesWhereAnySentenceHasThem() {
    var meter = OutputMeter()
    let velocity = FakeReceiver.sentence("GPVTG,60.0,T,,M,2.0,N,3.7,K,A")
    _ = meter.push(velocity, at: .zero)
    for epoch in 0..<5 {
      let late = Duration.milliseconds(205 * epoch)
      _ = meter.push(
        FakeReceiver.sentence("GPZDA,120000.\(2 * epoch)0,15,06,2025,00,00"), at: late)
      _ = meter.push(velocity, at: late)
    }
    #expect(meter.period == 0.2)
    #expect(meter.epochCount == 5)
  }

  /// Three epochs that begin with ZDA, 38 bytes; the first two are complete, and the second has two GSA, 43 bytes each.
  ///
  /// 38 + 43 + 38 + 2 · 43 bytes arrive in two seconds of the receiver's time.
  @Test(
    arguments: [
      ("in time", .milliseconds(1000)), ("late, on a line that is too slow", .milliseconds(1300)),
      ("all at once, to a reader that was held up", .zero),
    ] as [(why: String, interval: Duration)])
  func countsTheBytesOfWholeEpochs(why: String, interval: Duration) {
    var meter = OutputMeter()
    let satellites = FakeReceiver.sentence("GPGSA,A,3,05,07,,,,,,,,,,,1.9,1.0,1.6")
    _ = meter.push(satellites, at: .zero)
    #expect(meter.bytesPerSecond == nil)
    for (epoch, count) in [1, 2, 1].enumerated() {
      _ = meter.push(
        FakeReceiver.sentence("GPZDA,12000\(epoch).00,15,06,2025,00,00"), at: interval * epoch)
      for _ in 0..<count { _ = meter.push(satellites, at: interval * epoch) }
    }
    #expect(meter.bytesPerSecond == 102.5)
  }

  @Test func knowsNoRateOfWhatComesAtOnceWithoutTimes() {
    var meter = OutputMeter()
    for _ in 0..<20 { _ = meter.push(FakeReceiver.sentence("GPRMC,,V,,,,,,,,,,N"), at: .zero) }
    #expect(meter.period == nil && !meter.isEnough)
    #expect(BaudBudget(ConfigurationRequest(), meter).epochRate == 1)
  }

  @Test func survivesMidnight() {
    var meter = OutputMeter()
    for time in ["235959.00", "000000.00", "000001.00"] {
      _ = meter.push(FakeReceiver.sentence("GPZDA,\(time),15,06,2025,00,00"), at: .zero)
    }
    #expect(meter.period == 1)
  }

  @Test(
    arguments: [
      (FakeReceiver.Kind.ublox8, false, ReceiverMaker.ublox), (.ublox8, true, .ublox),
      (.mediatek, false, .mediatek), (.sirf, false, .sirf), (.sirf, true, .sirf),
      (.nobody, false, nil),
    ] as [(FakeReceiver.Kind, Bool, ReceiverMaker?)])
  func recognisesTheMaker(kind: FakeReceiver.Kind, isBinary: Bool, maker: ReceiverMaker?) {
    let meter = heard(kind, isBinary: isBinary)
    #expect(meter.makers == Set([maker].compactMap(\.self)))
    #expect(meter.binaryOnly.isEmpty != isBinary)
    #expect(meter.hasHeard)
  }

  @Test func hearsNothingInGarbage() {
    var meter = OutputMeter()
    #expect(meter.push((0..<200).map { UInt8($0) | 0x80 }, at: .zero).isEmpty)
    #expect(!meter.hasHeard && meter.period == nil && !meter.isEnough)
  }

  @Test func tellsOccasionalSentencesFromRegularOnes() {
    var meter = heard(.nobody, epochs: 6)
    _ = meter.push(FakeReceiver.sentence("GPGSV,1,1,00"), at: .zero)
    #expect(meter.regularSentences == [.gga, .rmc, .gsa, .gll])
    #expect(meter.sentences[.gsv]?.count == 1)
  }

  @Test func budgetsWhatWillBeSent() {
    // 10 epochs a second of 500 bytes are 50000 bits a second: 87 % of 57600, and more than 38400.
    let budget = BaudBudget(bytesPerEpoch: 500, epochRate: 10)
    #expect(!budget.fits(.b38400) && budget.fits(.b57600))
    #expect(budget.neededRate == .b57600)
    #expect(BaudBudget(bytesPerEpoch: 500, epochRate: 1000).neededRate == nil)
  }

  @Test func budgetsByWhatWasHeard() {
    let meter = heard(.nobody, sentences: ["GGA", "GLL"])
    let gga = FakeReceiver.sentence(
      "GPGGA,120000.000,4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,")
    let gll = FakeReceiver.sentence("GPGLL,4732.6220,N,00940.9980,E,120000.000,A,A")
    var request = ConfigurationRequest()
    request.epochRate = 5
    #expect(
      BaudBudget(request, meter) == BaudBudget(bytesPerEpoch: gga.count + gll.count, epochRate: 5))
    request.disabled = [.gll]
    request.enabled = [.gst]
    #expect(BaudBudget(request, meter) == BaudBudget(bytesPerEpoch: gga.count + 70, epochRate: 5))
  }

  @Test func tellsWhatIsMissing() {
    let meter = heard(.nobody)
    var expectation = OutputExpectation()
    #expect(expectation.shortfall(of: meter) == nil)
    expectation.epochRate = 5
    #expect(expectation.shortfall(of: meter) == "it sends 1 epochs a second, not 5")
    expectation.absent = [.gll]
    #expect(expectation.shortfall(of: meter) == "it still sends GLL")
    expectation.present = [.gst, .gga]
    #expect(expectation.shortfall(of: meter) == "it does not send GST")
    #expect(expectation.shortfall(of: OutputMeter()) == "it sends no sentences")
  }
}

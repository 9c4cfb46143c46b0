// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import TestSupport
import Testing

@testable import NavigationAuthentication
@testable import NavigationTrust

struct ClockTrustTests {
  private static let synchronized = KernelClock(isSynchronized: true, maximumError: 0.25)
  /// 9 March 2026, 12:00:18 in Galileo's week 1385: 12:00:00 UTC.
  private static let time = GalileoTime(week: 1385, timeOfWeek: 86_400 + 43_218)
  private static let now = 1_773_057_600.0

  @Test func countsGalileosSecondsFrom1999() {
    // 22 August 1999, 00:00:00, was 21 August, 23:59:47 UTC; five leap seconds have followed.
    #expect(GalileoTime(seconds: 0).secondsSince1970 == 935_279_987 - 5)
    #expect(Self.time.secondsSince1970 == Self.now)
  }

  @Test(
    arguments: [
      // ADKD 0 and 4 need less than 15 s, ADKD 12 less than 165 s.
      (0, true, true), (14, true, true), (16, false, true), (164, false, true), (166, false, false),
      (-14, true, true), (-16, false, true), (-164, false, true), (-166, false, false),
      // The clock's own error counts, too.
      (14.7, true, true), (14.8, false, true), (164.7, false, true), (164.8, false, false),
    ] as [(offset: Double, fast: Bool, slow: Bool)])
  func limitsTheOffset(offset: Double, fast: Bool, slow: Bool) {
    let trust = ClockTrust(kernel: Self.synchronized, reference: .servers)
    let reception = trust.reception(
      ofPageEndingAt: Self.time, in: Self.now + offset...Self.now + offset)
    #expect(reception.allows(delay: 30) == fast)
    #expect(reception.allows(delay: 330) == slow)
  }

  @Test(
    arguments: [
      ("servers of the network", synchronized, .servers, nil),
      ("no chronyd", synchronized, .unknown, nil),
      (
        "not synchronized", KernelClock(isSynchronized: false, maximumError: 16), .servers,
        .unsynchronized
      ),
      ("no word from the kernel", nil, .servers, .unsynchronized),
      ("a receiver", synchronized, .referenceClock("GPS"), .followsReceiver),
      ("its own time", synchronized, .itself, .unsynchronized),
      ("no word from chronyd", synchronized, .unanswered, .unknownReference),
    ]
      as [(
        name: String, kernel: KernelClock?, reference: ClockTrust.Reference,
        doubt: ClockTrust.Doubt?
      )])
  func dependsOnWhatSetsTheClock(
    name: String, kernel: KernelClock?, reference: ClockTrust.Reference, doubt: ClockTrust.Doubt?
  ) {
    var trust = ClockTrust(kernel: kernel, reference: reference)
    #expect(trust.doubt == doubt, "\(name)")
    #expect(
      (trust.reception(ofPageEndingAt: Self.time, in: Self.now...Self.now) == .undated)
        == (doubt != nil))
    trust.isSetByReceiver = true
    #expect(trust.doubt == .followsReceiver)
    trust.isVouchedFor = true
    #expect(trust.doubt == nil)
  }

  @Test func countsAClockThatIsVouchedForAsExact() {
    var trust = ClockTrust(
      kernel: KernelClock(isSynchronized: false, maximumError: 16), reference: .unknown)
    trust.isVouchedFor = true
    #expect(
      trust.reception(ofPageEndingAt: Self.time, in: Self.now...Self.now) == .live(margin: 0))
  }
}

struct ChronyReplyTests {
  private static let server = "C0000201,192.0.2.1,3,1795861685.777386282"
  private static let numbers = "0.001,-0.001,0.001,0.0,0.0,0.0,0.000000001,0.000004206,0.0,Normal"

  private static func source(_ mode: String, _ state: String, _ name: String) -> String {
    "\(mode),\(state),\(name),1,6,377,20,0.0001,0.0001,0.0002\n"
  }

  private func reference(_ text: String) -> ClockTrust.Reference? { ChronyReply(text)?.reference }

  @Test func readsWhatChronydFollows() {
    let tracking = "\(Self.server),\(Self.numbers)\n"
    #expect(reference(tracking + Self.source("^", "*", "192.0.2.1")) == .servers)
    #expect(
      reference(tracking + Self.source("#", "-", "GPS") + Self.source("^", "*", "192.0.2.1"))
        == .servers)
    // It is combined with what is selected.
    #expect(
      reference(tracking + Self.source("#", "+", "GPS") + Self.source("^", "*", "192.0.2.1"))
        == .referenceClock("GPS"))
    // A daemon on this machine may have its time from the receiver.
    #expect(
      reference(tracking + Self.source("^", "*", "127.0.0.1")) == .referenceClock("127.0.0.1"))
    #expect(reference(tracking + Self.source("^", "?", "192.0.2.1")) == .itself)
  }

  /// What chronyd 4.3 printed, with a receiver and with nothing but its own time.
  @Test func readsWhatChronydPrints() {
    #expect(
      reference(
        """
        47505300,GPS,1,1795861685.777386282,0.001000000,-0.001000000,0.001000000,0.000,0.000,0.000,0.000000001,0.000004206,0.0,Normal
        #,*,GPS,0,2,7,3,0.000000000,-0.001000000,0.000000020

        """) == .referenceClock("GPS"))
    #expect(
      reference(
        """
        7F7F0101,,10,1795861674.812982314,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,0.000000000,0.000000000,0.0,Normal
        #,?,GPS,0,2,0,4294967295,0.000000000,0.000000000,0.000000000

        """) == .itself)
  }

  @Test(arguments: ["", "\n", "506 Cannot talk to daemon\n", "a,b,c\n", "47505300,GPS,1\n"])
  func makesNothingOfOtherAnswers(text: String) { #expect(reference(text) == nil) }
}

struct ClockWatchTests {
  @Test func asksChronydOnceAMinuteAndOnlyIfItIsAskedItself() async {
    let count = Mutex(0)
    let watch = ClockWatch(
      isSetByReceiver: false, isVouchedFor: false,
      kernel: { KernelClock(isSynchronized: true, maximumError: 0.1) },
      ask: {
        count.withLock { $0 += 1 }
        return .servers
      })
    #expect(watch.trust(at: .seconds(100)).doubt == .unknownReference)
    #expect(await eventually { watch.trust(at: .seconds(159)).reference == .servers })
    #expect(count.withLock { $0 } == 1)
    _ = watch.trust(at: .seconds(160))
    #expect(await eventually { count.withLock { $0 } == 2 })
  }

  @Test func asksNobodyIfTheAnswerIsKnown() {
    for isVouchedFor in [false, true] {
      let watch = ClockWatch(
        isSetByReceiver: !isVouchedFor, isVouchedFor: isVouchedFor, kernel: { nil },
        ask: {
          Issue.record("chronyd was asked")
          return .servers
        })
      #expect(watch.trust(at: .zero).doubt == (isVouchedFor ? nil : .followsReceiver))
    }
  }

  @Test func mayAlwaysReadTheKernelsClock() throws {
    let clock = try #require(KernelClock.read())
    #expect(clock.maximumError >= 0)
  }
}

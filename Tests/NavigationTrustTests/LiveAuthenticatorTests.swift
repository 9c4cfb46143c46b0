// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing
import UBX

@testable import GNSS
@testable import NavigationTrust

/// A receiver with the clock of its machine, in recordings that are beside the project where it is developed.
@Suite(.enabled(if: Recording.areThere, "no recordings in ../shared/osnma, or no /usr/bin/xz"))
struct LiveAuthenticatorTests {
  /// Plays a recording as if it were received now, and returns what its fixes say.
  ///
  /// - Parameters:
  ///   - offset: by how much the machine's clock is ahead of the receiver's, seconds.
  ///   - memory: what earlier runs have kept.
  private func fixes(
    _ name: String, offset: Double = 0, trust: ClockTrust = .good, memory: KeyMemory? = nil,
    isRecorded: Bool = false
  ) throws -> [Fix] {
    let anchors =
      name.hasPrefix("ublox")
      ? ShippedKeys.anchors
      : try GalileoKeyFolder(
        Recording.folder + "/keys/configuration_1", at: nil, OpenSSLCryptography()
      ).anchors
    let now = Mutex(0.0)
    let watch = ClockWatch(
      isSetByReceiver: trust.isSetByReceiver, isVouchedFor: trust.isVouchedFor,
      kernel: { trust.kernel }, ask: { trust.reference })
    // Until it is known what the clock follows, as after some milliseconds in a live receiver.
    _ = watch.trust(at: .zero)
    #expect(eventually { watch.trust(at: .zero).reference == trust.reference || trust.isAsserted })
    let means = AuthenticationMeans(
      anchors, clock: watch, memory: memory ?? KeyMemory(anchors, folder: nil),
      now: { now.withLock { $0 } })
    var pipeline = FixPipeline().authenticating(by: means.authenticator(isRecorded: isRecorded))
    var fixes: [Fix] = []
    func take(_ report: ReceiverReport) { if case .fix(let fix) = report { fixes.append(fix) } }
    for (bytes, time) in try Recording.frames(name) {
      now.withLock { $0 = time + 0.3 + offset }
      pipeline.push(bytes.span.bytes) { take($0) }
    }
    pipeline.finish { take($0) }
    return fixes
  }

  private func last(_ fixes: [Fix]) throws -> FixAuthentication {
    try #require(fixes.last?.authentication)
  }

  @Test func countsTheSatellitesOfTheFixThatAreSigned() throws {
    let fixes = try fixes("ublox-12min")
    let verdict = try last(fixes)
    #expect(verdict.status == .verified && verdict.satellitesAuthenticated >= 4)
    #expect(verdict.clockDifference.map { $0 < 2.5 } == true)
    #expect(fixes.allSatisfy { $0.warnings.contains(.navigationDataForged) == false })
    // From a cold start, 138 s; never before, and unknown until then.
    let first = try #require(fixes.firstIndex { $0.authentication?.status == .verified })
    #expect(100...145 ~= first)
    #expect(fixes[10..<first].allSatisfy { $0.authentication?.reason == .waiting })
  }

  @Test(
    arguments: [
      (14, .verified, nil), (-14, .verified, nil), (16, .verified, nil), (-16, .verified, nil),
      (164, .verified, nil), (-164, .verified, nil),
      (166, .unknown, .clockDiffers), (-167, .unknown, .clockDiffers),
      (86_400, .unknown, .clockDiffers),
    ] as [(Double, FixAuthentication.Status, FixAuthentication.Reason?)])
  func needsAClockThatIsRight(
    offset: Double, status: FixAuthentication.Status, reason: FixAuthentication.Reason?
  ) throws {
    let fixes = try fixes("ublox-12min", offset: offset)
    let verdict = try last(fixes)
    #expect(verdict.status == status && verdict.reason == reason, "\(offset)")
    // Beyond 15 s, only tags count whose keys come 330 s later.
    let first = fixes.firstIndex { $0.authentication?.status == .verified }
    if status == .verified { #expect((first ?? 0 > 400) == (abs(offset) > 15), "\(offset)") }
    if status == .unknown { #expect(first == nil) }
  }

  @Test(
    arguments: [
      (ClockTrust(kernel: nil, reference: .servers), .clockNotSynchronized),
      (ClockTrust(kernel: .good, reference: .referenceClock("GPS")), .clockSetByReceiver),
      (ClockTrust(kernel: .good, reference: .servers, isSetByReceiver: true), .clockSetByReceiver),
      (ClockTrust(kernel: .good, reference: .unanswered), .clockUnknown),
    ] as [(ClockTrust, FixAuthentication.Reason)])
  func verifiesNothingWithoutAClock(trust: ClockTrust, reason: FixAuthentication.Reason) throws {
    let fixes = try fixes("ublox-12min", trust: trust)
    #expect(try last(fixes).reason == reason)
    #expect(fixes.allSatisfy { $0.authentication?.status != .verified })
  }

  @Test func takesTheUsersWordForTheClock() throws {
    let trust = ClockTrust(kernel: nil, reference: .unanswered, isVouchedFor: true)
    #expect(try last(fixes("ublox-12min", trust: trust)).status == .verified)
  }

  @Test func provesOfARecordingThatItIsSignedAndNotWhen() throws {
    let verdict = try last(
      fixes(
        "ublox-12min", offset: 1e8, trust: .init(kernel: nil, reference: .unknown), isRecorded: true
      ))
    #expect(verdict.status == .verified && verdict.clockDifference == nil)
  }

  // MARK: Forgeries

  @Test(arguments: [
    "ublox-tags", "ublox-keys", "ublox-root", "ublox-word", "vector-tags", "vector-keys",
  ])
  func warnsOfForgedData(name: String) throws {
    let fixes = try fixes(name)
    #expect(fixes.contains { $0.warnings.contains(.navigationDataForged) }, "\(name)")
    #expect(try last(fixes).status == .failed)
    if name.hasSuffix("keys") || name.hasSuffix("root") || name.hasSuffix("tags") {
      #expect(fixes.allSatisfy { $0.authentication?.status != .verified })
    }
  }

  @Test(arguments: ["ublox-onetag", "vector-onetag", "vector-8min"])
  func doesNotWarnOfASingleTag(name: String) throws {
    let fixes = try fixes(name)
    #expect(fixes.allSatisfy { !$0.warnings.contains(.navigationDataForged) })
    #expect(try last(fixes).status == .verified)
  }

  @Test func verifiesNothingThatContradictsTheReceiversTime() throws {
    let fixes = try fixes("vector-late")
    #expect(fixes.allSatisfy { $0.authentication?.status != .verified })
    #expect(try last(fixes).reason == .timesDiffer)
  }

  // MARK: Later runs

  @Test func needsNoRootKeyAfterAnEarlierRun() throws {
    let folder = try ScratchFolder()
    let state = folder.path + "/state"
    let memory = KeyMemory(ShippedKeys.anchors, folder: state)
    let cold = try fixes("ublox-12min", memory: memory)
    #expect(eventually { !memory.isWriting })
    let warm = try fixes("ublox-12min", memory: KeyMemory(ShippedKeys.anchors, folder: state))
    func first(_ fixes: [Fix]) -> Int {
      fixes.firstIndex { $0.authentication?.status == .verified } ?? .max
    }
    #expect(first(warm) < first(cold), "\(first(warm)) s instead of \(first(cold))")
  }

  @Test(arguments: [200.0, -200])
  func keepsNothingThatIsOldOrUndated(offset: Double) throws {
    let folder = try ScratchFolder()
    let state = folder.path + "/state"
    _ = try fixes(
      "ublox-12min", offset: offset, memory: KeyMemory(ShippedKeys.anchors, folder: state))
    _ = try fixes(
      "ublox-12min", trust: .init(kernel: nil, reference: .unknown),
      memory: KeyMemory(ShippedKeys.anchors, folder: state))
    _ = try fixes(
      "ublox-12min", memory: KeyMemory(ShippedKeys.anchors, folder: state), isRecorded: true)
    #expect(folder.names("state").isEmpty)
  }

  // MARK: Cost

  @Test func takesLittleTimeForTwelveMinutes() throws {
    let frames = try Recording.frames("ublox-12min")
    let clock = ContinuousClock()
    func time(_ authenticator: (any FixAuthenticator)?) -> Duration {
      var pipeline = FixPipeline().authenticating(by: authenticator)
      return clock.measure {
        for (bytes, _) in frames { pipeline.push(bytes.span.bytes) { _ in } }
      }
    }
    let means = AuthenticationMeans(
      ShippedKeys.anchors, clock: ClockWatch(isSetByReceiver: false, isVouchedFor: true),
      memory: KeyMemory(ShippedKeys.anchors, folder: nil), now: { 0 })
    let extra = time(means.authenticator(isRecorded: true)) - time(nil)
    // A hundredth of 12 minutes, without the optimizer.
    #expect(extra < .seconds(7.2), "\(extra)")
  }
}

extension KernelClock {
  fileprivate static let good = KernelClock(isSynchronized: true, maximumError: 0.1)
}

extension ClockTrust {
  fileprivate static let good = ClockTrust(kernel: .good, reference: .servers)
  fileprivate var isAsserted: Bool { isVouchedFor || isSetByReceiver }
}

private enum Recording {
  static let folder = Repository.path("../shared/osnma")
  static let areThere =
    FileManager.default.fileExists(atPath: folder + "/recordings")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/xz")

  /// Returns the frames of a recording, each with the receiver's time, seconds since 1970.
  static func frames(_ name: String) throws -> [(bytes: [UInt8], time: Double)] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/xz")
    process.arguments = ["-dc", "\(folder)/recordings/\(name).ubx.xz"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    var (frames, position, time): ([([UInt8], Double)], Int, Double) = ([], 0, 0)
    while position + 8 <= bytes.count {
      let size = 8 + Int(bytes[position + 4]) + Int(bytes[position + 5]) << 8
      guard bytes[position] == 0xB5, position + size <= bytes.count else { break }
      let frame = Array(bytes[position..<position + size])
      if frame[2] == 1, frame[3] == 7 { time = Self.time(ofSolution: Array(frame[6...])) ?? time }
      frames.append((frame, time))
      position += size
    }
    return frames
  }

  private static func time(ofSolution payload: [UInt8]) -> Double? {
    guard let pvt = NAVPVT(payload.span.bytes), pvt.isTimeValid,
      let date = CivilDate(year: Int(pvt.year), month: Int(pvt.month), day: Int(pvt.day))
    else { return nil }
    let seconds = Int(pvt.hour) * 3600 + Int(pvt.minute) * 60 + Int(pvt.second)
    return Double(date.daysSince1970 * 86_400 + seconds) + Double(pvt.nanosecond) / 1e9
  }
}

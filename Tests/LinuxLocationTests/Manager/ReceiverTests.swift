// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import NMEA0183
import TestSupport
import Testing

@testable import LinuxLocation

/// Managers that read from a port, with a pseudo-terminal as the receiver.
@Suite final class ReceiverTests {
  private let scratch: ScratchFolder
  private var link: URL { scratch.url.appending(path: "port") }

  init() throws { scratch = try ScratchFolder() }

  private func engine() throws -> LocationEngine {
    LocationEngine(ReceiverSource(try ReceiverSupervisor.Selection(link.path), rates: nil))
  }

  /// Plugs in a receiver.
  private func plug() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: terminal.path)
    return terminal
  }

  /// Sends an epoch every 20 ms until a condition holds; returns false if it never does.
  private func send(
    _ terminal: PseudoTerminal, from second: Int, until isSo: () -> Bool
  ) async -> Bool {
    var time = second
    return await eventually(every: .milliseconds(20)) {
      if isSo() { return true }
      let digits = String(1_000_000 + time / 60 % 60 * 100 + time % 60).dropFirst()
      terminal.send(
        SentenceEncoder.sentence(
          body: "GPRMC,\(digits).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
          + SentenceEncoder.sentence(
            body: "GPGGA,\(digits).00,4732.6220,N,00940.9980,E,1,08,0.9,400.0,M,47.5,M,,"))
      time += 1
      return false
    }
  }

  @Test func updatesGoOnWhenTheReceiverIsPulledOutAndPushedBackIn() async throws {
    let engine = try engine()
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    try await plugInAndOut {
      manager.startUpdatingLocation()
      #expect(await send($0, from: 0) { diary.words.contains { $0.hasPrefix("at ") } })
    }
    let location = try #require(manager.location)
    #expect(abs(location.coordinate.latitude - 47.543700) < 1e-6)
    #expect(abs(location.coordinate.longitude - 9.683300) < 1e-6)
    // The date and time that the receiver reports, its altitudes and its speed.
    #expect(abs(location.timestamp.timeIntervalSince1970 - 1_749_945_600) < 3600)
    #expect((location.altitude, location.ellipsoidalAltitude) == (400, 447.5))
    #expect(abs(location.speed - 2.0 * 1852 / 3600) < 1e-9)
    #expect(location.course == 60)
    // HDOP 0.9 × a range error of 4 m × 1.0714: see docs/accuracy.md.
    #expect(abs(location.horizontalAccuracy - 0.9 * 5 * 1.0714) < 0.01)
    #expect(location.sourceInformation?.isProducedByAccessory == true)
    #expect(location.sourceInformation?.isSimulatedBySoftware == false)
    #expect(location.fix?.satellitesUsed == 8)

    // Unplugging it is reported once.
    #expect(await eventually { diary.words.contains("failed 0") })
    let count = diary.words.count
    try await plugInAndOut {
      #expect(
        await send($0, from: 60) { diary.words.dropFirst(count).contains { $0.hasPrefix("at ") } })
    }
    manager.stopUpdatingLocation()
  }

  @Test func aReceiverThatSendsNoTimesHasThoseOfItsArrival() async throws {
    let engine = try engine()
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    let start = Date()
    let terminal = try plug()
    manager.startUpdatingLocation()
    let isHeard = await eventually {
      terminal.send(SentenceEncoder.sentence(body: "IIGLL,3748.4051,N,12226.618,W,,A"))
      return diary.words.contains { $0.hasPrefix("at ") }
    }
    #expect(isHeard)
    let location = try #require(manager.location)
    #expect((start...Date()).contains(location.timestamp))
    #expect(abs(location.coordinate.latitude - 37.806_752) < 1e-6)
    #expect(location.fix?.mode == nil && location.speed == -1)
    manager.stopUpdatingLocation()
  }

  /// Plugs in a receiver, runs `body` with it, and unplugs it.
  private func plugInAndOut(_ body: (PseudoTerminal) async throws -> Void)
    async throws
  {
    try await body(try plug())
  }

  @Test func thePortIsOpenOnlyWhileAManagerNeedsIt() async throws {
    let terminal = try plug()
    let engine = try engine()
    let (one, two) = (CLLocationManager(engine: engine), CLLocationManager(engine: engine))
    #expect(holders(of: terminal) == 0)
    one.startUpdatingLocation()
    two.startUpdatingHeading()
    #expect(await eventually { self.holders(of: terminal) == 1 })
    one.stopUpdatingLocation()
    #expect(engine.read(\.needsReceiver))
    #expect(holders(of: terminal) == 1)
    two.stopUpdatingHeading()
    #expect(await eventually { self.holders(of: terminal) == 0 })
    withExtendedLifetime((one, two)) {}
  }

  /// Returns how many descriptors of this process refer to the port.
  private func holders(of terminal: PseudoTerminal) -> Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
        == terminal.path
    }
  }
}

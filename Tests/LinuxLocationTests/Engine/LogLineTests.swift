// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import LinuxSystem
import LocationAuthorization
import Logging
import NMEA0183
import TestSupport
import Testing

@testable import LinuxLocation

/// The log contains the names of devices and files, but nothing that controls a terminal or reveals a position.
@Suite final class LogLineTests {
  private let scratch: ScratchFolder
  private var root: URL { scratch.url }
  private let lines = Mutex<[KeptLog.Line]>([])
  private var texts: [String] { lines.withLock { $0.map(\.text) } }

  init() throws { scratch = try ScratchFolder() }

  @Test func aDevicesNameIsOneHarmlessLine() {
    let engine = LocationEngine(
      source: QuietSource(), authorizer: TestAuthorizer(), directory: nil,
      logger: KeptLog.logger(lines))
    engine.change { $0.notice("/dev/ttyUSB0 (a\n\u{1b}[2J) is silent", into: &$1) }
    engine.log("a monitor named \"b\r\" exists")
    #expect(
      texts == [
        #"/dev/ttyUSB0 (a\u{a}\u{1b}[2J) is silent"#, #"a monitor named "b\u{d}" exists"#,
      ])
  }

  /// A receiver appears, reports positions, sends damage, disappears and returns, and nothing can be written to disk.
  @Test func thePositionIsInNoLine() async throws {
    let port = scratch.path + "/port"
    // No folder can be created where a file exists.
    try Data().write(to: root.appendingPathComponent("state"))
    let directory = StateDirectory(
      root: root.appendingPathComponent("state"), application: "org.example.app")
    let engine = LocationEngine(
      source: ReceiverSource(try ReceiverSupervisor.Selection(port), rates: nil),
      authorizer: TestAuthorizer(), directory: directory, logger: KeptLog.logger(lines))
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    let place = CLLocationCoordinate2D(latitude: 47.5437, longitude: 9.6833)
    manager.startMonitoring(for: CLCircularRegion(center: place, radius: 50, identifier: "home"))
    let monitor = CLMonitor("log", engine: engine, directory: directory)
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: place, radius: 50), identifier: "home")
    manager.startUpdatingLocation()
    for round in 1...2 {
      let count = diary.words.count
      let terminal = try PseudoTerminal()
      try? FileManager.default.removeItem(atPath: port)
      try #require(symlink(terminal.path, port) == 0)
      let isFound = await send(terminal, round) {
        diary.words.dropFirst(count).contains { $0.hasPrefix("at ") }
      }
      #expect(isFound)
    }
    manager.stopUpdatingLocation()
    #expect(texts.contains { $0.contains("was unplugged") })
    #expect(texts.contains { $0.hasPrefix("cannot save regions: cannot create ") })
    #expect(texts.contains { $0.hasPrefix("cannot save conditions: cannot create ") })
    for line in lines.withLock({ $0 }) where line.level >= .info {
      for part in ["47.54", "9.683", "4732.62", "940.99"] {
        #expect(!line.text.contains(part), "\(line.text)")
      }
    }
  }

  /// Sends epochs and damaged sentences until a condition holds; returns false if it never does.
  private func send(
    _ terminal: PseudoTerminal, _ minute: Int, until isSo: () -> Bool
  ) async -> Bool {
    var number = 0
    return await eventually(every: .milliseconds(20)) {
      if isSo() { return true }
      let time = "12\(String(100 + minute).dropFirst())\(String(100 + number % 60).dropFirst()).00"
      let place = "4732.6220,N,00940.9980,E"
      terminal.send(
        "$GPGGA,\(time),\(place),1,08,0.9,400.0,M,47.5,M,,*00\r\n"
          + SentenceEncoder.sentence(body: "GPRMC,\(time),A,\(place),2.0,60.0,150625,,,A"))
      number += 1
      return false
    }
  }
}

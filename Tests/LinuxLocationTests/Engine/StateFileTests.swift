// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import SerialLine
import Testing

@testable import LinuxLocation

/// Files of regions and monitors, when the machine fails.
@Suite final class StateFileTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "state-\(UUID().uuidString)")
  private var file: StateFile {
    StateDirectory(root: root, application: "org.example.app").file("regions", "all")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  @Test func aDamagedFileIsSaidAndNotGuessed() throws {
    try file.write(["home": 1])
    try Data("{\"home\":".utf8).write(to: file.url)
    #expect(throws: StateFile.Damage.self) { try file.read([String: Int].self) }
  }

  @Test func whatCannotBeWrittenLeavesTheOldFile() throws {
    try file.write(["home": 1])
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(throws: CancellationError.self) { try file.write(Refusing()) }
    #expect(try file.read([String: Int].self) == ["home": 1])
  }

  @Test func aPlaceThatIsNoFolderIsAnError() throws {
    try Data().write(to: root)
    #expect(throws: (any Error).self) { try file.write(["home": 1]) }
  }

  @Test func aMonitorSaysThatItCannotKeepItsConditions() throws {
    try Data().write(to: root)
    let said = Guarded<[String]>([])
    let records = MonitorRecords(
      name: "faults", directory: StateDirectory(root: root, application: "org.example.app")
    ) { line in said.withLock { $0.append(line) } }
    records.add(
      CLMonitor.CircularGeographicCondition(center: Places.origin, radius: 100), "home",
      assuming: .unknown)
    #expect(said.withLock { $0.count } == 1)
    #expect(said.withLock { $0.first?.hasPrefix("cannot keep conditions in ") } == true)
    #expect(records.count == 1)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import HTTPSites
import LinuxSystem
import LocationPublishing
import TrackStore

struct Publish: ParsableCommand {
  static let configuration = PublishArguments.configuration

  @OptionGroup var arguments: PublishArguments

  func run() throws { try arguments.publish() }
}

extension PublishArguments {
  fileprivate func publish() throws {
    if status { return try printStatus() }
    if json { throw Failure.usage("--json without --status", "--status --json") }
    let addresses = try AddressArguments.read(addresses)
    let forgotten = try AddressArguments.read(queue.forget)
    if addresses.isEmpty, forgotten.isEmpty {
      throw Failure.usage("publish without an address", "one, such as mqtt://HOST")
    }
    for (index, address) in addresses.enumerated()
    where addresses[..<index].contains(where: { $0.name == address.name }) {
      throw Failure.usage("\(address) twice", "each address once")
    }
    let filter = try sending.filter(device: try device())
    let store = try queue.open(forgetting: forgotten)
    if addresses.isEmpty { return }
    try publish(to: addresses, filter, store)
  }

  /// Prints a line for each destination; another process may be publishing meanwhile.
  private func printStatus() throws {
    guard addresses.isEmpty, queue.forget.isEmpty else {
      throw Failure.usage("--status with an address", "--status alone")
    }
    if metrics.isWanted { throw Failure.usage("--status with --metrics", "one of them") }
    let path = try queue.store ?? StoreFile.usual()
    var output = StandardOutput()
    for destination in try PositionStore(reading: path).destinations {
      if json {
        try output.line(json: destination.members)
      } else {
        try output.line(destination.line)
      }
    }
    try output.flush()
  }

  private func device() throws -> String {
    let name = try name ?? Self.machineName()
    // Topics and tables accept more, but a subscriber's file named after it might not.
    guard (1...64).contains(name.utf8.count), !name.contains(where: { "/+#".contains($0) }),
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    else {
      throw Failure.usage(
        "--name \(name)", "1 to 64 bytes without control characters, \"/\", \"+\" and \"#\"")
    }
    return name
  }

  private static func machineName() throws -> String {
    var system = utsname()
    guard uname(&system) == 0 else { throw Failure.usage("this machine's name", "--name NAME") }
    return withUnsafeBytes(of: system.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }, as: UTF8.self)
    }
  }

  private func publish(
    to addresses: [any Destination], _ filter: PositionFilter, _ store: PositionStore
  ) throws {
    let interruption = try Interruption.awaited().descriptor
    ignoreSignalsOfWriting()
    let waits = waiting.wait
    let supervisor = try recording.supervisor(
      of: receiver, asking: "gps publish", takesSeveral: true, waits: waits)
    // Some minutes at 10 Hz may wait while the disk is slow.
    let listener = try supervisor.listen(
      capacity: 8192, takesBytes: metrics.isWanted, keepsOldBytes: false)
    let health = try PublishingHealth(of: addresses, in: store, device: receiver.namedPort)
    let server = try metrics.serve { health.metrics }
    defer { server?.stop() }
    let publishing = try PublishingRun(
      to: addresses, of: filter, store, keepsTrack: queue.keep != nil,
      health: server.map { _ in health })
    try publishing.run(
      listener, StatusMessages(includesSatellites: false, waits: waits), endingBy: interruption)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import HTTPSites
import LinuxSystem
import LocationProtocols
import LocationPublishing
import ServerAccess
import TrackStore

/// The program that `gps publish` becomes: it links the libraries of brokers, web servers and databases.
@main
struct GPSPublish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gps", version: Version.described, subcommands: [Publish.self])

  static func main() { runProgram(["publish"] + Program.arguments) }
}

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
    if tokenFile != nil, page == nil {
      throw Failure.usage("--token-file without --page", "--page")
    }
    if sending.reduced, page != nil { throw Failure.usage("--page with --reduced", "one of them") }
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
    let watched = try page.map { try PageConnection(PagePlace(page: $0, tokenFile: tokenFile)) }
    let health = try PublishingHealth(of: addresses, in: store, device: receiver.namedPort)
    let server = try metrics.serve { health.metrics }
    defer { server?.stop() }
    let publishing = try PublishingRun(
      to: addresses, of: filter, store, keepsTrack: queue.keep != nil, page: watched,
      health: server.map { _ in health })
    try publishing.run(
      listener, StatusMessages(includesSatellites: false, waits: waits), endingBy: interruption)
  }
}

enum AddressArguments {
  /// Returns the destinations that arguments name; `@FILE` stands for the addresses in a file, one on each line.
  ///
  /// Other users can read the arguments of a process, but not the file: the address of a webhook is its password.
  static func read(
    _ arguments: [String], _ credentials: Credentials = .current
  ) throws -> [any Destination] {
    try arguments.flatMap { argument in
      guard argument.hasPrefix("@") else { return [argument] }
      return try credentials.secret(in: String(argument.dropFirst()), "cannot read addresses")
        .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(String.init)
    }.map { try Destinations.read($0) }
  }
}

extension SendingOptions {
  func filter(device: String) throws -> PositionFilter {
    if reduced, !region.isEmpty { throw Failure.usage("--region with --reduced", "one of them") }
    let names = region.map(\.name)
    if let twice = names.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
      throw Failure.usage("--region \(twice) twice", "each region its own name")
    }
    var rule = SendingRule()
    rule.interval = every.duration.nanoseconds
    rule.distance = minDistance
    rule.turn = turn
    rule.pause = maxRate.pause
    return PositionFilter(
      device: device, rule: rule,
      regions: region.map { WatchedRegion(name: $0.name, circle: $0.circle) },
      quietZones: quietZone, isReduced: reduced,
      holdsBackWarned: holdsBackWarned)
  }
}

extension QueueOptions {
  func open(forgetting forgotten: [any Destination]) throws -> PositionStore {
    if let maxQueue, !ByteCount.stores.contains(maxQueue.bytes) {
      throw Failure.usage("--max-queue", "1M to 1024G")
    }
    let store = try PositionStore(path: try store ?? StoreFile.usualForWriting())
    try bound(store)
    if let keep { store.keepTrack(for: keep.duration) }
    for address in forgotten {
      guard try store.destinations.contains(where: { $0.name == address.name }) else {
        throw Failure("cannot forget \(address): nothing is stored for it", EX_DATAERR)
      }
      try store.forget(destination: address.name)
    }
    return store
  }

  /// A track is kept for as long as this or another command requested: only an explicit size limit trims it, and only
  /// together with `--keep`.
  private func bound(_ store: PositionStore) throws {
    let hasTrack = try store.hasTrack
    if maxQueue != nil, keep == nil, hasTrack {
      throw Failure(
        "cannot limit the size of \(store.path): it has a track; add --keep TIME, or choose another file with --store",
        EX_USAGE)
    }
    let usual = keep == nil && !hasTrack ? 100 << 20 : nil
    store.limits = StoreLimits(bytes: maxQueue?.bytes ?? usual, age: maxAge.duration)
  }
}

/// The output of `gps publish --status` about a destination.
extension StoredDestination {
  /// The time of the oldest position that waits, by the receiver's clock.
  private var oldestTime: String? {
    // Microseconds, which another program may have written; no fix is as old or as new as what is left out.
    oldest.flatMap {
      $0.magnitude < 9_000_000_000_000_000
        ? FixTime(nanosecondsSince1970: $0 * 1000).iso8601 : nil
    }
  }

  /// When it last acknowledged a position, by this machine's clock.
  private var deliveryTime: String? {
    delivered.flatMap { FixTime(nanosecondsSince1970: $0).iso8601 }
  }

  var line: String {
    let waiting = counted(backlog, "position")
    return "\(name): \(waiting) waiting, \(dropped) dropped"
      + (oldestTime.map { ", oldest waiting \($0)" } ?? "")
      + (deliveryTime.map { ", last delivery \($0)" } ?? "")
  }

  var members: JSONMembers {
    [
      "destination": name, "waiting": backlog, "oldestWaiting": oldestTime, "dropped": dropped,
      "lastDelivery": deliveryTime,
    ]
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverCorrections
import ServerAccess
import TrackStore

/// The source of corrections for the receiver, in commands that have it open.
struct CorrectionOptions: ParsableArguments {
  @Option(
    "address",
    """
    Pass corrections on to the receiver, which is then opened for writing: \(CorrectionAddress.forms). Add &gga=10s to \
    send the caster the position every 10 s. See \(Documents.path("corrections")).
    """)
  var corrections: String?

  @OptionGroup var near: NearOption

  /// Returns the address, once the user has chosen a mountpoint.
  ///
  /// - Parameter interruption: a descriptor that ends the wait for a caster's table.
  func address(endingBy interruption: CInt) throws -> CorrectionAddress? {
    guard let corrections else {
      guard near.near == nil else { throw Failure.usage("--near alone", "--corrections, too") }
      return nil
    }
    let address = try CorrectionAddress(corrections)
    try Self.access.check(address)
    guard address.lacksMountpoint else { return address }
    var table: SourceTable?
    let place = try near.place(asking: "gps corrections")
    if place != nil {
      do {
        let verdict = try Self.access.table(of: address, endingBy: interruption)
        guard let verdict else { throw ExitCode(128 + SIGINT) }
        if case .table(let found) = verdict { table = found }
      } catch is StreamError {}
    }
    throw AddressError(
      corrections, CorrectionMessages.missingMountpoint(address, table, near: place),
      purpose: "get corrections from")
  }

  /// Returns what passes corrections on to the receiver; `nil` if none were named.
  ///
  /// - Parameter inbox: that of the main thread, which may wait for standard error.
  func client(
    _ address: CorrectionAddress?, _ supervisor: ReceiverSupervisor, _ outbox: ReceiverOutbox?,
    messages inbox: Reactor.Inbox
  ) throws -> CorrectionClient? {
    guard let address, let outbox else { return nil }
    return try CorrectionClient(
      address, near: try near.place(), Self.access, supervisor, outbox
    ) { line in inbox.post { _ in complain(line) } }
  }

  static var access: CasterAccess { CasterAccess(version: Version.current) }
}

/// Where the bases of corrections are near to, before there is a fix.
struct NearOption: ParsableArguments {
  @Option(
    parsing: .unconditional, "lat,lon",
    """
    Where to measure the distances of bases from, degrees north and east. (default: that of the location service, else \
    the last one of the track)
    """)
  var near: String?

  /// Returns the place; `nil` if it is not known.
  ///
  /// - Parameter name: the name under which the location service is asked, which opens its receiver; `nil` not to ask it.
  func place(asking name: String? = nil) throws -> Fix? {
    if let near { return try Self.place(near) }
    if let name, let fix = ServiceInquiry(name: name, includingState: true)?.fix { return fix }
    // A track that cannot be read is told by the commands that need it.
    guard let path = try? StoreFile.usual(), let store = try? PositionStore(reading: path) else {
      return nil
    }
    return try? store.neighbors(of: .max) { _ in true }.before
  }

  private static func place(_ text: String) throws -> Fix {
    let numbers = text.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { throw Failure.usage("--near \(text)", "degrees north and east, 47.5,9.7") }
    return Fix(time: nil, latitude: latitude, longitude: longitude)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverCorrections
import ServerAccess

/// The source of corrections for the receiver, in commands that have it open.
struct CorrectionOptions: ParsableArguments {
  @Option(
    "address",
    """
    Pass corrections on to the receiver, which is then opened for writing: \(CorrectionAddress.forms). Add &gga=10s to \
    send the caster the position every 10 s. See docs/corrections.md.
    """)
  var corrections: String?

  func address() throws -> CorrectionAddress? {
    guard let corrections else { return nil }
    let address = try CorrectionAddress(corrections)
    try Self.access.check(address)
    return address
  }

  /// Returns what passes corrections on to the receiver; `nil` if none were named.
  ///
  /// - Parameter inbox: that of the main thread, which may wait for standard error.
  static func client(
    _ address: CorrectionAddress?, _ supervisor: ReceiverSupervisor, _ outbox: ReceiverOutbox?,
    messages inbox: Reactor.Inbox
  ) throws -> CorrectionClient? {
    guard let address, let outbox else { return nil }
    return try CorrectionClient(address, access, supervisor, outbox) { line in
      inbox.post { _ in complain(line) }
    }
  }

  static var access: CasterAccess { CasterAccess(version: Version.current) }
}

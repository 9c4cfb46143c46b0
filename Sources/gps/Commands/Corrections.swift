// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import LocationJSON
import ReceiverCorrections

struct Corrections: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corrections",
    abstract: "List the RTK corrections that a caster offers.",
    discussion: "gps corrections list rtk2go.com --near 47.5,9.7",
    subcommands: [CorrectionsList.self])
}

struct CorrectionsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the mountpoints of an NTRIP caster, the nearest first.",
    discussion: """
      Distances are those from --near, from the position that the location service knows, or from the last one of the \
      track. See \(Documents.path("corrections")).

      gps corrections list rtk2go.com --near 47.5,9.7
      """)

  @Argument(
    help: .value(
      "host",
      "The caster: a host, host:port, or an address like ntrip://user@host?password-file=FILE."))
  var host: String

  @OptionGroup var near: NearOption

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let address = try CorrectionAddress(tableOf: host)
    let fix = try near.place(asking: "gps corrections")
    let interruption = try Interruption.awaited().descriptor
    let access = CorrectionOptions.access
    try access.check(address)
    guard let verdict = try access.table(of: address, endingBy: interruption) else {
      throw ExitCode(128 + SIGINT)
    }
    guard case .table(let table) = verdict else { throw Self.failure(verdict, address) }
    if table.isCutOff {
      complain(
        "the table of \(address) is longer than 2 MB, or took 20 s; its last rows are missing")
    }
    var output = StandardOutput()
    try output.list(
      table.sorted(from: fix).map { StreamListing(stream: $0, distance: $1) }, format,
      orElse: "the caster has no streams")
  }

  private static func failure(_ verdict: CasterVerdict, _ address: CorrectionAddress) -> Failure {
    let (reason, exitCode) =
      switch verdict {
      case .wrongPassword: ("the user or the password is wrong; check both", EX_NOPERM)
      case .notACaster(let text):
        ("it is not a caster, but sent \"\(text)\"; check the port, usually 2101", EX_PROTOCOL)
      case .banned(let text):
        ("this address is banned: \"\(text)\"; try again in an hour", EX_UNAVAILABLE)
      case .refused(let text): ("\(text); try again later", EX_UNAVAILABLE)
      case .redirect(let place): ("it redirects to \(place); use that address", EX_PROTOCOL)
      case .unknownMountpoint, .nothing, .table:
        ("it sent no table; ask its operator for the mountpoint", EX_PROTOCOL)
      }
    return Failure("cannot list the corrections of \(address): \(reason)", exitCode)
  }
}

private struct StreamListing: Listing {
  let stream: SourceTable.Stream
  /// Meters; `nil` if unknown.
  let distance: Double?

  static let columns: [TextTable.Column] = [
    .init("MOUNTPOINT", 30), .init("DISTANCE", 12), .init("FORMAT", 16), .init("GGA", 8),
    .init("PASSWORD", 8), .init("SYSTEMS", 24, isDispensable: true),
    .init("PLACE", 30, isDispensable: true),
  ]

  var cells: [String] {
    [
      printable(stream.mountpoint), distance.map { "\(String($0 / 1000, decimals: 1)) km" } ?? "",
      printable(stream.format), stream.wantsPosition ? "needed" : "no",
      stream.needsPassword ? "needed" : "no", printable(stream.systems), printable(stream.place),
    ]
  }

  var members: JSONMembers {
    [
      "mountpoint": stream.mountpoint, "distance": distance.map { $0.rounded() },
      "format": stream.format, "gga": stream.wantsPosition, "password": stream.needsPassword,
      "systems": stream.systems, "place": stream.place, "country": stream.country,
      "latitude": stream.latitude, "longitude": stream.longitude,
    ]
  }
}

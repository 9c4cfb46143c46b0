// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import Glibc
import LinuxSystem
import LocationFormats
import NMEA0183
import ReceiverExchange
import ServerAccess

/// `gps corrections list`: prints the streams of a caster.
struct CorrectionsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the mountpoints of an NTRIP caster, the nearest first.",
    discussion: """
      Distances are those from --near, or from the position that the location service knows. See docs/corrections.md.

      gps corrections list rtk2go.com --near 47.5,9.7
      """)

  @Argument(
    help: ArgumentHelp(
      "The caster: a host, host:port, or an address like ntrip://user@host?password-file=FILE.",
      valueName: "host"))
  var host: String

  @Option(
    help: .value("lat,lon", "The place to measure distances from, degrees north and east."))
  var near: String?

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let address = try CorrectionAddress(tableOf: host)
    let fix =
      try near.map(Self.place) ?? ServiceInquiry(name: "gps corrections", includingState: true)?.fix
    let interruption = try Interruption.awaited().descriptor
    let access = CorrectionOptions.access
    try access.check(address)
    let verdict: CasterVerdict?
    do { verdict = try access.table(of: address, endingBy: interruption) } catch let error
      as StreamError
    {
      throw Failure(error.reason, EX_UNAVAILABLE)
    }
    guard let verdict else { throw ExitCode(128 + SIGINT) }
    guard case .table(let table) = verdict else { throw Self.failure(verdict, address) }
    var output = StandardOutput()
    let streams = table.sorted(from: fix)
    if format == .json {
      for (stream, distance) in streams { try output.line(json: Self.members(stream, distance)) }
    } else if streams.isEmpty {
      try output.line("the caster has no streams")
    } else {
      try output.table(Self.columns, rows: streams.map(Self.cells))
    }
    try output.flush()
  }

  private static let columns = [
    TextTable.Column(title: "MOUNTPOINT", limit: 30),
    TextTable.Column(title: "DISTANCE", limit: 12),
    TextTable.Column(title: "FORMAT", limit: 16), TextTable.Column(title: "GGA", limit: 8),
    TextTable.Column(title: "PASSWORD", limit: 8),
    TextTable.Column(title: "SYSTEMS", limit: 24, isDispensable: true),
    TextTable.Column(title: "PLACE", limit: 30, isDispensable: true),
  ]

  private static func cells(_ stream: SourceTable.Stream, _ distance: Double?) -> [String] {
    [
      printable(stream.mountpoint), distance.map { "\(String($0 / 1000, decimals: 1)) km" } ?? "",
      printable(stream.format), stream.wantsPosition ? "needed" : "no",
      stream.needsPassword ? "needed" : "no", printable(stream.systems), printable(stream.place),
    ]
  }

  private static func members(_ stream: SourceTable.Stream, _ distance: Double?) -> JSONMembers {
    [
      "mountpoint": stream.mountpoint, "distance": distance.map { $0.rounded() },
      "format": stream.format, "gga": stream.wantsPosition, "password": stream.needsPassword,
      "systems": stream.systems, "place": stream.place, "country": stream.country,
      "latitude": stream.latitude, "longitude": stream.longitude,
    ]
  }

  private static func failure(_ verdict: CasterVerdict, _ address: CorrectionAddress) -> Failure {
    let what = "cannot list the corrections of \(address)"
    switch verdict {
    case .wrongPassword:
      return Failure("\(what): the user or the password is wrong; check both", EX_NOPERM)
    case .notACaster(let text):
      return Failure(
        "\(what): it is not a caster, but sent \"\(printable(text))\"; check the port, usually 2101",
        EX_PROTOCOL)
    case .banned(let text):
      return Failure(
        "\(what): this address is banned: \"\(printable(text))\"; try in an hour", EX_UNAVAILABLE)
    case .refused(let text):
      return Failure("\(what): \(printable(text)); try again later", EX_UNAVAILABLE)
    case .redirect(let place):
      return Failure("\(what): it redirects to \(printable(place)); name that", EX_PROTOCOL)
    case .unknownMountpoint, .nothing, .table:
      return Failure("\(what): it sent no table; ask its operator for the mountpoint", EX_PROTOCOL)
    }
  }

  /// Reads two numbers with a comma as a place.
  private static func place(_ text: String) throws -> Fix {
    let numbers = text.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { throw Failure.usage("--near \(text)", "degrees north and east, 47.5,9.7") }
    return Fix(
      time: FixTime(date: nil, time: UTCTime(nanosecondsOfDay: 0)), latitude: latitude,
      longitude: longitude)
  }
}

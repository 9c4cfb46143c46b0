// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
import LinuxSystem
package import LocationGeometry

/// What `gps publish` is given.
///
/// Both programs have it: `gps` for its help, its completions and its manual, and `gps-publish`, which publishes.
package struct PublishArguments: ParsableArguments {
  package static let configuration = CommandConfiguration(
    abstract: "Send positions to a broker, web server or database.",
    discussion: """
      Destinations are MQTT brokers, web servers, PostgreSQL, Kafka and files. Positions wait in a file until the destination has acknowledged them, and are kept when the program exits. Runs \
      until Ctrl-C; after a recording, until everything has been delivered. See \(Documents.path("publishing")).

      gps publish file:track.jsonl
      gps publish "mqtts://boat@example.org?password-file=/etc/gps-password"
      """)

  /// The forms of addresses, as the destinations state them: `gps` contains no destination.
  package static let addressForms = """
    mqtt[s]://[user@]host[:port][/topic], http[s]://[user@]host[:port]/path, \
    postgres://[user@][host[:port]]/database, kafka[s]://[user@]host[:port][,host[:port]]/topic or file:path
    """

  @OptionGroup package var receiver: ReceiverOptions
  @OptionGroup package var waiting: WaitOptions
  @OptionGroup package var recording: ReplayOptions
  @OptionGroup package var sending: SendingOptions
  @OptionGroup package var queue: QueueOptions
  @OptionGroup package var metrics: MetricsOptions

  @Option("name", "The device's name at the destination. (default: the name of this machine)")
  package var name: String?

  @Option(
    "address:port",
    """
    Also send the anchor and man-overboard alarms of this page of gps web or gps serve, usually 127.0.0.1:8947.
    """)
  package var page: String?

  @Option("file", "A file with the token of --page, for a page of another user or another machine.")
  package var tokenFile: String?

  @Argument(
    help: .value(
      "address",
      "\(Self.addressForms); @FILE for the addresses in a file that others cannot read."))
  package var addresses: [String] = []

  @Flag(
    help: """
      Print how many positions wait for each destination, how old they are and when the last was delivered, and exit.
      """)
  package var status = false

  @Flag(help: "With --status, print JSON, one object per destination.")
  package var json = false

  package init() {}
}

/// Which positions `gps publish` sends.
package struct SendingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, "time",
    "Send a position at least this often, such as 60s or 5m, even if nothing moves.")
  package var every = ListeningTime.fiveMinutes

  @Option(
    "m", "Send a position after this many meters, if that exceeds its accuracy.",
    in: 0...1_000_000, of: "meters")
  package var minDistance = 50.0

  @Option(
    "degrees", "Send a position when the course has changed by this many degrees.", in: 1...180,
    of: "degrees")
  package var turn = 30.0

  @Option(
    "n/s|n/min|n/h",
    "Send no more often than this, such as 1/s or 6/min; region events are sent in addition.")
  package var maxRate = SendingRate.onePerSecond

  @Option(
    parsing: .unconditionalSingleValue, "name,latitude,longitude,m",
    "Send an event when this circle is entered or left; repeatable.")
  package var region: [NamedCircle] = []

  @Option(
    parsing: .unconditionalSingleValue, "latitude,longitude,m",
    "Send nothing from this circle; repeatable.")
  package var quietZone: [Circle] = []

  @Flag(help: "Send only the center of a 5 km cell, every quarter of an hour, and nothing else.")
  package var reduced = false

  @Flag(
    name: .customLong("hold-back-warned"),
    help: """
      Send no position that has warnings, such as of jamming; see \(Documents.path("integrity")).
      """)
  package var holdsBackWarned = false

  package init() {}
}

/// A number of positions per unit of time: `1/s`, `6/min`.
package struct SendingRate: FormedArgument, CustomStringConvertible {
  package static let form = "a number per s, min or h, such as 6/min"

  /// The least interval between positions, nanoseconds.
  package let pause: Int64
  package let description: String

  package static let onePerSecond = SendingRate(pause: 999_500_000, description: "1/s")

  private init(pause: Int64, description: String) {
    (self.pause, self.description) = (pause, description)
  }

  package init?(text argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let units: [Substring: Double] = ["s": 1, "min": 60, "h": 3600]
    guard parts.count == 2, let unit = units[parts[1]], let number = Double(parts[0]),
      (0.001...1000).contains(number)
    else { return nil }
    // Fixes have times in milliseconds, so half a millisecond is tolerated.
    self.init(pause: Int64(unit / number * 1e9) - 500_000, description: argument)
  }
}

/// The file in which positions wait, and its limits.
package struct QueueOptions: ParsableArguments {
  @Option(
    "file",
    """
    The file in which positions wait. (default: positions.sqlite in the state directory of the unit, else in \
    ~/.local/state/core-location-linux)
    """)
  package var store: String?

  @Option(
    "time",
    "Keep all fixes of this time as a track for \"gps history\", such as 90d. (default: none)")
  package var keep: AgeArgument?

  @Option(
    "bytes",
    """
    The largest size of the file; when it is full, the track is deleted first, then the oldest positions. \
    (default: 100M, any size with --keep)
    """)
  package var maxQueue: ByteCount?

  @Option("time", "Drop positions that have waited longer.")
  package var maxAge = AgeArgument(days: 30)

  @Option("address", "Drop what still waits for this address; repeatable.")
  package var forget: [String] = []

  package init() {}
}

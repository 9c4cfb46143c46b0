// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser

/// What `gps publish` is given.
///
/// Both programs have it: `gps` for its help, its completions and its manual, and `gps-publish`, which publishes.
package struct PublishArguments: ParsableArguments {
  package static let configuration = CommandConfiguration(
    abstract: "Send positions to an MQTT broker, a web server, a database, Kafka or a file.",
    discussion: """
      Positions wait in a file until the destination has acknowledged them, and are kept when the program exits. Runs \
      until Ctrl-C; after a recording, until everything has been delivered. See docs/publishing.md.

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

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverConfiguration
import ReceiverDiscovery
import SerialLine

/// `gps configure`: changes a receiver's settings; the only command that does.
struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "configure",
    abstract: "Change what a receiver sends, and how fast.",
    discussion: """
      Listens first, shows every byte that it writes, waits for the receiver to acknowledge, then \
      measures its output. If that is not what you asked for, the old settings are restored.

      gps configure --device /dev/ttyUSB0 --rate 5 --enable GST --dry-run
      """)

  @Option(name: [.customShort("d"), .long], help: .value("path", "The port of the receiver."))
  var device: String

  @Option(
    "rate", "The current baud rate of the line. (default: detected)", in: 300...4_000_000,
    of: "bits per second")
  var baudNow: UInt32?

  @OptionGroup(title: "Changes") var changes: ChangeOptions

  @Option(help: "The receiver's manufacturer. (default: recognized by what it sends)")
  var maker: ReceiverMaker?

  @Flag(help: "Show what would be written, without writing it.")
  var dryRun = false

  func run() throws {
    let request = try changes.request()
    let path = try devicePath(device)
    do {
      var lines = StandardOutput(flushingLines: true)
      if dryRun {
        try preview(request, path, &lines)
      } else {
        try configure(request, path, &lines)
      }
    } catch let error as ConfigurationFailure {
      throw Failure(
        error.line(for: path),
        error.isRequestAtFault
          ? EX_USAGE : error.cause == .silent ? EX_UNAVAILABLE : EX_TEMPFAIL)
    }
  }

  private func configure(
    _ request: ConfigurationRequest, _ path: String, _ lines: inout StandardOutput
  ) throws {
    var lineRate: BaudRate?
    var configurator = try open(path, .readingAndWriting, &lineRate)
    let dialogue = ConfigurationDialogue(
      request, maker: maker, lineRate: lineRate,
      // The kernel calls receivers that are USB devices themselves ttyACM.
      prefersUSB: realPath(of: path)?.starts(with: "/dev/ttyACM".utf8) ?? false)
    // A closed standard output is no reason to leave a receiver half configured.
    let result = try configurator.run(dialogue) { line in try? lines.line(printable(line)) }
    let end = request.isStored ? ", stored" : ", until it loses power"
    try lines.line(printable("now: \(result)\(end)"))
  }

  /// Shows the commands; without `--maker`, listens to the receiver, whose port is not opened for writing.
  private func preview(
    _ request: ConfigurationRequest, _ path: String, _ lines: inout StandardOutput
  ) throws {
    var (output, lineRate, maker) = (OutputMeter(), baudNow.map(BaudRate.init), maker)
    if maker == nil {
      var configurator = try open(path, .reading, &lineRate)
      output = try configurator.listen()
      guard output.makers.count == 1, let heard = output.makers.first else {
        throw ConfigurationFailure(.unknownMaker)
      }
      maker = heard
    }
    guard let maker else { return }
    let preview = try ConfigurationPreview(
      request, maker: maker, output: output, lineRate: lineRate)
    for line in preview.lines { try lines.line(printable(line)) }
  }

  /// Opens the port, and detects its baud rate if it has one and it was not given.
  private func open(
    _ path: String, _ access: SerialPort.Access, _ rate: inout BaudRate?
  ) throws -> ReceiverConfigurator {
    let wakeUp = try Interruption.awaited()
    rate = baudNow.map(BaudRate.init)
    var configurator = ReceiverConfigurator(
      try SerialPort(path: path, rate: rate, access: access), wakeUp: wakeUp)
    if !configurator.isLine {
      rate = nil
    } else if rate == nil {
      rate = try configurator.findRate(by: BaudRateDetector(at: monotonicNow()))
    }
    return configurator
  }
}

/// Returns the path of the one device that an argument names: a path as it is, or the numbers of a USB device.
///
/// - Throws: ``Failure`` when there is none, or more than one: nothing is written to a random device.
func devicePath(_ argument: String) throws -> String {
  guard argument.hasPrefix("usb:") else {
    let path = ReceiverOptions.located(argument)
    guard path.hasPrefix("/") || !path.contains(":") else {
      throw Failure.usage(
        "--device \(argument)", "a port of this machine; only those can be configured")
    }
    return path
  }
  let selector = try DeviceSelector(argument)
  let nodes = DeviceEnumerator.devices().devices.filter(selector.matches).map(\.node)
  guard let node = nodes.first else {
    throw Failure(
      "cannot find \(argument): no such device is plugged in; run \"gps list\" to see what is",
      EX_UNAVAILABLE)
  }
  guard nodes.count == 1 else {
    throw Failure(
      "cannot choose \(argument): \(nodes.joined(separator: " and ")) match; name one",
      EX_USAGE)
  }
  return node
}

struct ChangeOptions: ParsableArguments {
  @Option("Hz", "Epochs per second.", in: 0.1...40, of: "epochs per second")
  var rate: Double?

  @Option(
    "rate", "The new baud rate of the receiver and of the line.", in: 4800...921_600,
    of: "bits per second")
  var baud: UInt32?

  @Option("GST,ZDA,…", "Sentences to send: GGA RMC GSA GSV VTG GLL GNS GST GBS GRS ZDA DTM.")
  var enable = CommaList<SwitchableSentence>([])

  @Option("GSV,GLL,…", "Sentences not to send.")
  var disable = CommaList<SwitchableSentence>([])

  @Flag(help: "Switch a receiver that sends only UBX or SiRF binary back to sentences.")
  var nmea = false

  @Flag(
    help: """
      Switch a u-blox receiver to UBX, which states accuracies, in place of sentences; --nmea switches back.
      """)
  var ubx = false

  @Flag(
    help: """
      Also pass on the satellites' messages (RXM-SFRBX), of which Galileo's are signed: about 830 bytes a second, for \
      which 9600 baud is too slow. See \(Documents.path("authentication")).
      """)
  var galileoPages = false

  @Flag(help: "Store the settings in the receiver; otherwise they are lost when it loses power.")
  var save = false

  func request() throws -> ConfigurationRequest {
    let both = Set(enable.elements).intersection(disable.elements)
    guard both.isEmpty else {
      throw Failure.usage(
        "--disable \(both.names)", "each sentence to one of --enable and --disable")
    }
    guard !ubx || !nmea && enable.elements.isEmpty && disable.elements.isEmpty else {
      throw Failure.usage(
        "--ubx with \(nmea ? "--nmea" : "sentences to switch")",
        "either UBX or sentences")
    }
    var request = ConfigurationRequest()
    request.epochRate = rate
    request.baudRate = baud.map(BaudRate.init)
    request.enabled = Set(enable.elements)
    request.disabled = Set(disable.elements)
    request.sendsSentences = nmea
    request.sendsFrames = ubx
    request.sendsPages = galileoPages
    request.isStored = save
    guard !request.isEmpty else {
      throw Failure.usage(
        "configure without a change",
        "--rate, --baud, --enable, --disable, --nmea, --ubx or --galileo-pages")
    }
    return request
  }
}

extension ReceiverMaker: ExpressibleByArgument {}

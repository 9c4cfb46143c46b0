// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem
import ReceiverConfiguration
import ReceiverDiscovery
import SerialLine

/// `gps configure`: changes a receiver's settings; the only command that writes to a receiver.
struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change what a receiver sends, and how fast.",
    discussion: """
      Listens first, shows every byte that it writes, waits for the receiver to acknowledge, and measures \
      what it sends then. If that is not what you asked for, the old settings are restored.

      gps configure --device /dev/ttyUSB0 --rate 5 --baud 115200 --enable GST --dry-run
      """)

  @Option(name: [.customShort("d"), .long], help: .value("path", "The port of the receiver."))
  var device: String

  @Option(
    parsing: .unconditional,
    help: .value("rate", "The current baud rate of the line. (default: detected)"))
  var baudNow: UInt32?

  @OptionGroup(title: "Changes") var changes: ChangeOptions

  @Option(help: "The receiver's manufacturer. (default: recognized by what it sends)")
  var maker: ReceiverMaker?

  @Flag(help: "Show what would be written, without writing it.")
  var dryRun = false

  func run() throws {
    let request = try changes.request()
    try check(baudNow.map(Double.init), in: 300...4_000_000, "--baud-now", "bits per second")
    let path = try devicePath(device)
    do {
      var lines = StandardOutput(flushingLines: true)
      if dryRun {
        try preview(request, path, &lines)
      } else {
        try configure(request, path, &lines)
      }
    } catch let error as ConfigurationFailure {
      throw Failure(error, path)
    }
  }

  private func configure(
    _ request: ConfigurationRequest, _ path: String, _ lines: inout StandardOutput
  ) throws {
    var lineRate: BaudRate?
    var configurator = try open(path, .readingAndWriting, &lineRate)
    let dialogue = ConfigurationDialogue(
      request, maker: maker, lineRate: lineRate, prefersUSB: mayBeUSB(path))
    // A closed standard output is no reason to leave a receiver half configured.
    let result = try configurator.run(dialogue) { line in try? lines.printLine(line) }
    try lines.printLine("now: \(result)\(request.isStored ? ", stored" : ", until it loses power")")
  }

  /// Shows the commands without sending them.
  ///
  /// Without `--maker`, listens to the receiver; the port is not opened for writing.
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
    for line in preview.lines { try lines.printLine(line) }
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
  let selector: DeviceSelector
  do throws(DeviceSelectorError) {
    selector = try DeviceSelector(argument)
  } catch {
    throw Failure(error.description, EX_USAGE)
  }
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

/// Returns the path with all links resolved; `nil` if it does not exist.
func resolvedPath(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  guard realpath(path, &buffer) != nil else { return nil }
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Returns whether the receiver itself may be the USB device, which the kernel then calls `ttyACM`.
private func mayBeUSB(_ path: String) -> Bool {
  resolvedPath(path)?.hasPrefix("/dev/ttyACM") ?? false
}

extension StandardOutput {
  /// Prints a line of text, with anything that came from the receiver escaped.
  fileprivate mutating func printLine(_ text: String) throws {
    try line(printable(text))
  }
}

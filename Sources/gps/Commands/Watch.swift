// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import Glibc
import ReceiverDiscovery
import SerialLine

/// `gps watch`: the position, as the receiver finds it.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the fixes of a receiver that is plugged in.",
    discussion: """
      Goes on when the receiver is pulled out and plugged in again, until interrupted. Nothing is \
      written to the receiver.
      """)

  @Option(
    help: """
      A path, usb:1546:01a8[:serial], tcp://host:port, udp://:port, a recording, or "-" for \
      standard input. \
      (default: what looks like a receiver)
      """)
  var device: String?

  @Option(help: ArgumentHelp("The only baud rate to listen at. (default: found)", valueName: "n"))
  var baud: UInt32?

  @Option(
    help: ArgumentHelp(
      "Give up when there is no fix after so many seconds, with exit code 75.", valueName: "s"))
  var timeout: Double?

  @Option(help: "\"text\" or \"json\". (default: text on a terminal, else json)")
  var format: OutputFormat?

  @OptionGroup var dates: DateOptions

  func run() throws {
    do {
      try check(timeout, in: 0.1...1e6, "--timeout", "seconds")
      try watch()
    } catch let failure as Failure {
      failure.report()
      throw ExitCode(failure.exitCode)
    } catch let error as SerialPortError {
      complain(error.description)
      throw ExitCode(Failure(error).exitCode)
    }
  }

  private func watch() throws {
    let interruption = try Interruption.awaited().descriptor
    var options = SupervisionOptions()
    options.rate = baud.map(BaudRate.init(rawValue:))
    options.referenceDate = dates.referenceDate
    let supervisor = try ReceiverSupervisor(try selection(), options: options)
    let listener = try supervisor.listen()
    var teller = StatusTeller()
    var output = StandardOutput(flushingLines: true)
    var printer = FixPrinter(
      format: format ?? (isatty(STDOUT_FILENO) == 1 ? .text : .json), pace: Pace(.unlimited))
    let deadline = timeout.map { monotonicNow() + .seconds($0) }
    while true {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      guard wait(for: &ready, until: printer.count == 0 ? deadline : nil) else {
        throw Failure(
          "no fix in \(timeout ?? 0) s: \(teller.standing); give the antenna a view of the sky",
          EX_TEMPFAIL)
      }
      if ready[1].revents != 0 || ready[2].revents != 0 { return }
      for event in listener.take() {
        switch event {
        case .fix(let fix, _): try printer.print(.fix(fix), to: &output)
        case .fixLost(let time): try printer.print(.fixLost(time), to: &output)
        case .status(let status): if try teller.tell(status) { return }
        case .satellites, .heading, .defects, .bytes: break
        }
      }
    }
  }

  private func selection() throws -> ReceiverSupervisor.Selection {
    guard let device else {
      guard
        DeviceEnumerator.devices().devices.contains(where: {
          ReceiverCatalog.assess($0).likelihood != .notAReceiver
        })
      else {
        throw Failure(
          "cannot find a receiver: no serial port looks like one; plug it in, or name it with --device",
          EX_UNAVAILABLE)
      }
      return .automatic
    }
    if let place = try Candidate.Place(device) {
      return .place(Candidate(identity: device, place: place, likelihood: 3))
    }
    let selector: DeviceSelector
    do throws(DeviceSelectorError) {
      selector = try DeviceSelector(device)
    } catch {
      throw Failure(error.description, EX_USAGE)
    }
    // A path tells by itself that nothing is there, when it is opened.
    guard
      selector.path != nil || DeviceEnumerator.devices().devices.contains(where: selector.matches)
    else {
      throw Failure(
        "cannot find \(device): nothing like it is plugged in; run \"gps list\" to see what is",
        EX_UNAVAILABLE)
    }
    return .device(selector)
  }
}

extension Candidate.Place {
  /// Reads what is no device: an address, a recording, standard input; `nil` for anything else.
  fileprivate init?(_ text: String) throws {
    if text == "-" {
      self = .standardInput
      return
    }
    var status = stat()
    if stat(text, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      self = .recording(path: text, speed: 1)
      return
    }
    let isTCP = text.hasPrefix("tcp://")
    guard isTCP || text.hasPrefix("udp://") else { return nil }
    let rest = text.dropFirst(6)
    guard let colon = rest.lastIndex(of: ":"),
      let port = UInt16(rest[rest.index(after: colon)...]), port > 0,
      !isTCP || colon > rest.startIndex
    else {
      throw Failure.usage("--device \(text)", "tcp://host:port or udp://:port")
    }
    var host = String(rest[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self = isTCP ? .tcp(host: host, port: port) : .udp(host: host.isEmpty ? nil : host, port: port)
  }
}

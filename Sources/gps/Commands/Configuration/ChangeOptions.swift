// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import ReceiverConfiguration
import SerialLine

/// Changes to a receiver's settings.
struct ChangeOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: .value("Hz", "Epochs per second."))
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: .value("rate", "The new baud rate of the receiver and of the line."))
  var baud: UInt32?

  @Option(
    help: .value("GST,ZDA,…", "Sentences to send: GGA RMC GSA GSV VTG GLL GNS GST GBS GRS ZDA DTM.")
  )
  var enable = CommaList<SwitchableSentence>([])

  @Option(help: .value("GSV,GLL,…", "Sentences not to send."))
  var disable = CommaList<SwitchableSentence>([])

  @Flag(help: "Switch a receiver that sends only UBX or SiRF binary back to sentences.")
  var nmea = false

  @Flag(
    help: """
      Switch a u-blox receiver to UBX, which states accuracies, in place of sentences; --nmea switches back.
      """)
  var ubx = false

  @Flag(help: "Store the settings in the receiver; otherwise they are lost when it loses power.")
  var save = false

  /// - Throws: `Failure` for values that no receiver supports, and if there is no change.
  func request() throws -> ConfigurationRequest {
    try check(rate, in: 0.1...40, "--rate", "epochs per second")
    try check(baud.map(Double.init), in: 4800...921_600, "--baud", "bits per second")
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
    request.isStored = save
    guard !request.isEmpty else {
      throw Failure.usage(
        "configure without a change", "--rate, --baud, --enable, --disable, --nmea or --ubx")
    }
    return request
  }
}

extension ReceiverMaker: ExpressibleByArgument {}

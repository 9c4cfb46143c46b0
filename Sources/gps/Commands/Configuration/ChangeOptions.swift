// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import ReceiverConfiguration
import SerialLine

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
    request.isStored = save
    guard !request.isEmpty else {
      throw Failure.usage(
        "configure without a change", "--rate, --baud, --enable, --disable, --nmea or --ubx")
    }
    return request
  }
}

extension ReceiverMaker: ExpressibleByArgument {}

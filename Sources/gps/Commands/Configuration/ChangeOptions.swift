// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import ReceiverConfiguration
import SerialLine

/// Changes to a receiver's settings.
struct ChangeOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Epochs per second.", valueName: "Hz"))
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The new baud rate of the receiver and of the line.", valueName: "rate"))
  var baud: UInt32?

  @Option(
    help: ArgumentHelp(
      "Sentences to send: GGA RMC GSA GSV VTG GLL GNS GST GBS GRS ZDA DTM.",
      valueName: "GST,ZDA,…"))
  var enable = SwitchList()

  @Option(help: ArgumentHelp("Sentences not to send.", valueName: "GSV,GLL,…"))
  var disable = SwitchList()

  @Flag(help: "Switch a receiver that sends only UBX or SiRF binary back to sentences.")
  var nmea = false

  @Flag(help: "Store the settings in the receiver; otherwise they are lost when it loses power.")
  var save = false

  /// - Throws: `Failure` for values that no receiver supports, and if there is no change.
  func request() throws -> ConfigurationRequest {
    try check(rate, in: 0.1...40, "--rate", "epochs per second")
    try check(baud.map(Double.init), in: 4800...921_600, "--baud", "bits per second")
    let both = enable.sentences.intersection(disable.sentences)
    guard both.isEmpty else {
      throw Failure.usage(
        "--disable \(both.names)", "each sentence to one of --enable and --disable")
    }
    var request = ConfigurationRequest()
    request.epochRate = rate
    request.baudRate = baud.map(BaudRate.init)
    request.enabled = enable.sentences
    request.disabled = disable.sentences
    request.sendsSentences = nmea
    request.isStored = save
    guard !request.isEmpty else {
      throw Failure.usage(
        "configure without a change", "--rate, --baud, --enable, --disable or --nmea")
    }
    return request
  }
}

/// Sentences given as an option, separated by commas.
struct SwitchList: ExpressibleByArgument {
  let sentences: Set<SwitchableSentence>

  init() { sentences = [] }

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let known = names.compactMap { SwitchableSentence(rawValue: $0.uppercased()) }
    guard known.count == names.count else { return nil }
    sentences = Set(known)
  }

  var defaultValueDescription: String { "none" }
}

extension ReceiverMaker: ExpressibleByArgument {}

// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import GNSSReceiver
import GPSTool
import LocationAuthorization
import LocationJSON
import LocationProtocols

/// The output about the location service and its listeners.
extension ServiceInquiry {
  var audience: String {
    switch count {
    case _ where clients == nil: "you are not authorized to see its listeners"
    case 0: "no other program listens to it"
    case 1: "one program listens to it"
    default: "\(count) programs listen to it"
    }
  }

  var members: JSONMembers {
    [
      "service": path, "device": state?.device ?? device, "listeners": clients.map { _ in count },
      "time": exchange?.time, "corrections": exchange?.corrections,
    ]
  }

  /// The service and its receiver, as a complete sentence.
  var sentence: String {
    let device = (state?.device ?? device).map { " has \(printable($0))" } ?? " answers"
    return "the location service\(device); \(audience)"
  }
}

/// What is said about a location service that hangs.
extension SilentService {
  var sentence: String {
    "\(what), although it accepts connections; restart it: \"\(restart)\""
  }

  var what: String {
    let name = process.map { " (process \($0))" } ?? ""
    return "the location service at \(printable(path))\(name) does not answer"
  }

  /// The command that ends what hangs; one of the system is started again by its sockets.
  var restart: String {
    if path.hasPrefix("/run/core-location/") { return "sudo systemctl restart locationd.service" }
    return process.map { "kill -9 \($0)" } ?? "sudo systemctl restart locationd.service"
  }
}

/// The output of `gps status` about the samples of time that the service sends.
extension TimeReport {
  /// One line for the samples, and one for each socket that does not get them.
  var sentences: [String] {
    var text = "time: \(samples) samples"
    if let offset { text += ", offset \(String(offset, decimals: 6)) s" }
    if let spread { text += " ± \(String(spread, decimals: 6)) s" }
    switch state {
    case "sampling": break
    case "leapSecondsUnknown": text += "; the receiver does not know the leap seconds yet"
    case "contradictory": text += "; its sentences state different times, so none is sent"
    case "noPause": text += "; its bursts are not separated by a pause, so use a higher baud rate"
    case "settling": text += "; waiting for epochs that agree"
    default: text += "; waiting for a fix with a date"
    }
    return [text]
      + sockets.filter { $0.state != "connected" }.map { socket in
        "time: \(printable(socket.path)) is \(printable(socket.state))"
          + (socket.explanation.map { ": \(printable($0))" } ?? "; no program listens there")
      }
  }
}

/// The output of `gps status` about the corrections that the service passes on.
extension CorrectionReport {
  var sentence: String {
    "corrections: \(printable(explanation))"
      + (dropped > 0 ? "; \(dropped) frames were dropped, as the receiver's line is slower" : "")
  }
}

/// The output of `gps status` about a program that listens to the service.
extension ServiceClient: Listing {
  static let columns: [TextTable.Column] = [
    .init("LISTENER", 60), .init("PID", 10), .init("USER", 10), .init("SINCE", 24), .init("BY", 10),
  ]

  var cells: [String] {
    [
      printable(name ?? ""), pid.map { "\($0)" } ?? "", "\(uid)",
      printable(since ?? ""), printable(protocolName),
    ]
  }

  var members: JSONMembers {
    [
      "listener": name ?? "", "pid": pid, "uid": uid,
      "protocol": protocolName, "since": since,
    ]
  }
}

/// The output of `gps status` about a process.
extension PresenceEntry: Listing {
  static let columns: [TextTable.Column] = [
    .init("APPLICATION", 200), .init("PID", 10), .init("SINCE", 20), .init("IN", 10),
    .init("INDICATOR", 9), .init("FOR", 60),
  ]

  var cells: [String] {
    [
      printable(application), "\(process)",
      Date.ISO8601FormatStyle().format(since),
      isInBackground ? "background" : "use", showsIndicator ? "shown" : "hidden",
      printable(kinds.joined(separator: ", ")),
    ]
  }

  var members: JSONMembers {
    [
      "application": application, "pid": process,
      "since": Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(since),
      "background": isInBackground, "indicator": showsIndicator, "kinds": kinds,
    ]
  }
}

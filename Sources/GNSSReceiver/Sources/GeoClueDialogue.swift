// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationJSON
import LocationProtocols

/// What is said to GeoClue, and what follows from its answers; a value that is given messages.
///
/// It asks for a client, introduces itself, starts it, and then asks for each location that is announced.
struct GeoClueDialogue {
  static let service = "org.freedesktop.GeoClue2"
  /// The name by which an administrator allows or forbids this package in geoclue.conf.
  static let desktopID = "core-location-linux"
  /// How long GeoClue may take until it has started; without an agent, it never answers.
  static let patience: Duration = .seconds(5)

  /// What has to be asked or said.
  enum Request: Hashable {
    case noticeOwner
    case client
    case introduce(client: String)
    case accuracy(client: String)
    case noticeChanges(client: String)
    case start(client: String)
    case location(path: String)
  }

  /// What follows from a message.
  struct Effects {
    var requests: [Request] = []
    /// What is to be read by the interpreter: whole lines.
    var lines: [UInt8] = []
  }

  /// Whether GeoClue determines positions for us.
  private(set) var hasStarted = false
  /// Whether GeoClue has gone.
  private(set) var isOver = false
  /// The unique name of GeoClue on the bus, and the path of our client; `nil` until it has answered.
  private var owner: String?
  private var client: String?
  /// Whether a location has been asked for, and the one that was announced meanwhile.
  private var isAsking = false
  private var next: String?

  /// What to ask first.
  static let firstRequests: [Request] = [.noticeOwner, .client]

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - request: what it answers; `nil` for a signal.
  ///   - seconds: the machine's clock, seconds since 1970.
  /// - Throws: why GeoClue cannot be used.
  mutating func received(
    _ message: BusMessage, answering request: Request?, seconds: Int64,
    into effects: inout Effects
  ) throws(SourceError) {
    switch message.kind {
    case .answer: try answered(message, request, seconds, into: &effects)
    case .error(_, let name, let text): try failed(request, name, text, into: &effects)
    case .signal(let path, let interface, let member):
      try signaled(message, path, "\(interface).\(member)", into: &effects)
    case .other: break
    }
  }

  private mutating func answered(
    _ message: BusMessage, _ request: Request?, _ seconds: Int64, into effects: inout Effects
  ) throws(SourceError) {
    switch request {
    case .client:
      // The library would refuse to call anything else, and rules are made with it.
      guard let client = message.content.first?.path else {
        throw .service(
          "cannot use GeoClue: its answer names no client; see \"systemctl status geoclue.service\""
        )
      }
      (owner, self.client) = (message.sender, client)
      effects.requests += [
        .introduce(client: client), .accuracy(client: client), .noticeChanges(client: client),
        .start(client: client),
      ]
    case .start:
      hasStarted = true
      effects.lines += JSONObject(class: "started").closed + [0x0A]
    case .location:
      if let location = message.content.first { add(location, seconds, to: &effects.lines) }
      hasAnswered(into: &effects)
    case .noticeOwner, .introduce, .accuracy, .noticeChanges, nil: break
    }
  }

  /// Asks for the location that was announced while another one was asked for.
  private mutating func hasAnswered(into effects: inout Effects) {
    isAsking = false
    if let next { ask(for: next, into: &effects) }
  }

  private mutating func ask(for path: String, into effects: inout Effects) {
    (isAsking, next) = (true, nil)
    effects.requests.append(.location(path: path))
  }

  private mutating func signaled(
    _ message: BusMessage, _ path: String, _ name: String, into effects: inout Effects
  ) throws(SourceError) {
    switch name {
    case "org.freedesktop.DBus.NameOwnerChanged"
    where message.sender == "org.freedesktop.DBus" && message.content.first?.text == Self.service:
      // Before it has answered, its start is no news.
      if let owner, message.content.last?.text != owner { isOver = true }
    case "\(Self.service).Client.LocationUpdated"
    where message.sender == owner && path == client && message.content.count == 2:
      guard let location = message.content[1].path, location != "/" else { return }
      if isAsking { next = location } else { ask(for: location, into: &effects) }
    case "org.freedesktop.DBus.Properties.PropertiesChanged"
    where message.sender == owner && path == client && message.content.count > 1:
      if message.content[1]["Active"]?.flag == false, hasStarted { throw Self.switchedOff }
    default: break
    }
  }

  /// Adds a line about a location, as far as JSON can express it: numbers that are none are left out.
  private func add(_ location: BusValue, _ seconds: Int64, to lines: inout [UInt8]) {
    var line = JSONObject(class: "location")
    func number(_ name: String) -> Double? { location[name]?.number }
    line.set("latitude", number("Latitude"), decimals: 10, padded: false)
    line.set("longitude", number("Longitude"), decimals: 10, padded: false)
    line.set("accuracy", number("Accuracy"), decimals: 3, padded: false)
    line.set("altitude", number("Altitude"), decimals: 3, padded: false)
    line.set("speed", number("Speed"), decimals: 3, padded: false)
    line.set("heading", number("Heading"), decimals: 3, padded: false)
    line.set("description", location["Description"]?.text?.shortened(toBytes: 100))
    if let time = location["Timestamp"]?.list, time.count == 2,
      let second = time[0].unsigned.flatMap({ Int64(exactly: $0) }),
      let micros = time[1].unsigned, micros < 1_000_000, second < 1 << 33
    {
      line.set("seconds", Int(second))
      line.set("microseconds", Int(micros))
      line.set("age", Int(seconds - second))
    }
    lines += line.closed + [0x0A]
  }
}

// MARK: Failures

extension GeoClueDialogue {
  private mutating func failed(
    _ request: Request?, _ name: String, _ text: String, into effects: inout Effects
  ) throws(SourceError) {
    switch request {
    // A location lives for a few seconds; another one will follow.
    case .location: hasAnswered(into: &effects)
    // Without notices, silence says the same, later.
    case .noticeOwner, .noticeChanges, nil: break
    case .client, .introduce, .accuracy, .start: throw Self.failure(name, text)
    }
  }

  /// Why it has not started in time.
  var silence: SourceError {
    client == nil
      ? Self.noAgent
      : .service(
        "cannot use GeoClue: it does not answer; see \"systemctl status geoclue.service\"")
  }

  private static var noAgent: SourceError {
    .service(
      """
      cannot use GeoClue: no agent answers for user \(geteuid()), and without one it serves nobody; log in to a desktop, or \
      start an agent such as /usr/libexec/geoclue-2.0/demos/agent
      """)
  }

  private static let switchedOff = SourceError.service(
    "cannot use GeoClue: the location is switched off for user \(geteuid()); switch it on in the desktop's settings"
  )

  /// Returns what an error means; others are distinguished by their texts only.
  static func failure(_ name: String, _ text: String) -> SourceError {
    let kind = name.split(separator: ".").last.map(String.init) ?? name
    switch kind {
    case "ServiceUnknown", "NameHasNoOwner":
      return .other(
        "cannot use GeoClue: it is not installed; install it (geoclue-2.0 on Debian), or plug in a receiver"
      )
    case "AccessDenied" where text.contains("disallowed by configuration"):
      return .other(
        """
        cannot use GeoClue: its configuration forbids "\(desktopID)"; set "allowed=true" below [\(desktopID)] in \
        /etc/geoclue/geoclue.conf
        """)
    case "AccessDenied" where text.contains("no agent"): return noAgent
    case "AccessDenied" where text.contains("isabled"): return switchedOff
    case "AccessDenied" where text.contains("rejected"):
      return .other(
        "cannot use GeoClue: the desktop's agent rejects \"\(desktopID)\"; allow it in the desktop's settings"
      )
    default:
      let reason = text.isEmpty ? kind : text
      return .service(
        "cannot use GeoClue: \(reason.shortened(toBytes: 200).escapedForTerminal); "
          + "see \"systemctl status geoclue.service\"")
    }
  }
}

// MARK: Calls

extension GeoClueDialogue.Request {
  /// The call by which it is made.
  var call: BusCall {
    let service = GeoClueDialogue.service
    let properties = "org.freedesktop.DBus.Properties"
    func set(_ name: String, of client: String, to value: BusCall.Argument) -> BusCall {
      BusCall(
        service, client, properties, "Set", [.text("\(service).Client"), .text(name), value])
    }
    func notice(_ rule: String) -> BusCall {
      let bus = "org.freedesktop.DBus"
      return BusCall(
        bus, "/org/freedesktop/DBus", bus, "AddMatch", [.text("type='signal'," + rule)])
    }
    switch self {
    case .noticeOwner:
      return notice("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'")
    case .client:
      return BusCall(
        service, "/org/freedesktop/GeoClue2/Manager", "\(service).Manager", "GetClient")
    case .introduce(let client):
      return set("DesktopId", of: client, to: .textVariant(GeoClueDialogue.desktopID))
    // Exact; GeoClue gives what it has, and what its agent allows.
    case .accuracy(let client):
      return set("RequestedAccuracyLevel", of: client, to: .unsignedVariant(8))
    case .noticeChanges(let client):
      return notice("sender='\(service)',interface='\(properties)',path='\(client)'")
    case .start(let client): return BusCall(service, client, "\(service).Client", "Start")
    case .location(let path):
      return BusCall(service, path, properties, "GetAll", [.text("\(service).Location")])
    }
  }
}

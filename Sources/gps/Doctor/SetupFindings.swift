// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Whether the installed parts work together: the location service, gpsd, GeoClue, the policy, the udev rule, the programs
// that set the clock, corrections and gps wake.

import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationAuthorization
import LocationJSON
import LocationProtocols
import NMEA0183

extension Diagnosis {
  /// The findings; empty on a machine on which none of these is installed.
  var setupFindings: [Finding] {
    [units, besideGpsd, geoClue, policy, rule].compactMap(\.self)
  }

  private var setup: ServiceSetup { machine.setup }

  private var units: Finding? {
    guard setup.hasSystemd, setup.installed.contains("locationd.socket") else { return nil }
    guard setup.enabled.contains("locationd.socket") else {
      return Finding(
        .warning, .units, "the location service is installed, but not enabled",
        why: "Without it, only one program at a time can use the receiver. To share it:",
        commands: ["sudo systemctl enable --now \(Self.sockets)"])
    }
    guard setup.isListening || service != nil else {
      return Finding(
        .problem, .units, "the location service is enabled, but not listening",
        why: "The first command restarts it; the second shows why it stopped.",
        commands: [
          "sudo systemctl restart locationd.socket",
          "systemctl status locationd.socket locationd.service",
        ])
    }
    return Finding(.good, .units, "the location service is enabled")
  }

  private static let sockets =
    "locationd.socket locationd-gpsd4.socket locationd-gpsd6.socket"

  private var besideGpsd: Finding? {
    guard setup.hasSystemd, setup.enabled.contains("gpsd.socket"),
      setup.enabled.contains("locationd.socket")
    else { return nil }
    return Finding(
      .warning, .gpsd, "both gpsd and the location service are enabled",
      why:
        "gpsd opens receivers when they are plugged in. To serve gpsd's clients by the location service "
        + "instead:",
      commands: Self.commandsEnding(.gpsd)
        + Self.commandsAdding("locationd-gpsd4.socket locationd-gpsd6.socket"))
  }

  private var geoClue: Finding? {
    guard let geoClue = setup.geoClue, setup.hasSystemd,
      setup.enabled.contains("locationd.socket"),
      setup.installed.contains("locationd-geoclue.socket")
    else { return geoClueByHand }
    let isEnabled = setup.enabled.contains("locationd-geoclue.socket")
    if isEnabled, geoClue.isPointed, geoClue.isAllowed {
      return Finding(.good, .geoClue, "GeoClue gets the location from the service")
    }
    var commands: [String] = []
    if !isEnabled { commands = Self.commandsAdding("locationd-geoclue.socket") }
    if !geoClue.isAllowed { commands.append(allowingGeoClue) }
    if !geoClue.isPointed { commands.append(Self.pointingGeoClue(geoClue.hasFolder)) }
    let isInWay = !geoClue.isAllowed && setup.hasPolicy
    return Finding(
      .warning, .geoClue, "GeoClue does not use the receiver",
      why: "So desktop maps do not use it, either."
        + (isInWay ? Self.addingGeoClue : ""),
      commands: commands + ["sudo systemctl restart geoclue.service"])
  }

  /// What a person has set up without the units: a socket that GeoClue's configuration names, at which `gps serve` has to serve.
  private var geoClueByHand: Finding? {
    guard let geoClue = setup.geoClue, let socket = geoClue.namedSocket else { return nil }
    let restart = "sudo systemctl restart geoclue.service"
    guard geoClue.isSocketThere else {
      return Finding(
        .warning, .geoClue, "GeoClue's configuration names a socket that is not there",
        why:
          "It expects NMEA at \(printable(socket)). To serve it by hand, then let GeoClue connect again:",
        commands: ["sudo gps serve --nmea-socket \(shellWord(socket))", restart])
    }
    // What another program serves at another socket is not known here.
    guard socket == ServiceSetup.geoClueSocket else { return nil }
    guard geoClue.isAllowed else {
      return Finding(
        .warning, .geoClue, "the policy does not allow GeoClue the location",
        why: "So desktop maps do not use the receiver."
          + (setup.hasPolicy ? Self.addingGeoClue : ""),
        commands: [allowingGeoClue, restart])
    }
    return Finding(
      .good, .geoClue, "GeoClue gets the location from the service",
      why:
        "After the service has been restarted by hand, GeoClue needs a restart, too: \(restart)")
  }

  /// systemd adds none to a running service, and the other sockets have to be stopped, too: a client that connects again
  /// would start the service in between.
  private static func commandsAdding(_ sockets: String) -> [String] {
    [
      "sudo systemctl stop 'locationd*'",
      "sudo systemctl enable --now \(sockets)",
      "sudo systemctl start sockets.target",
    ]
  }

  private static let geoClueRule = #""user:geoclue": {"status": "authorizedAlways"}"#

  /// What to change in a policy that exists.
  private static var addingGeoClue: String { " Add \(geoClueRule) to \"clients\" in the policy." }

  private var allowingGeoClue: String {
    let policy = #"{"version": 1, "clients": {"# + Self.geoClueRule + "}}"
    return setup.hasPolicy
      ? Self.editingPolicy
      // Its folder is missing too if the service has not been installed.
      : "echo \(shellWord(policy)) | "
        + "sudo install -D -m 644 /dev/stdin \(AuthorizationDirectories.defaultPolicy)"
  }

  private static func pointingGeoClue(_ hasFolder: Bool) -> String {
    let line = "nmea-socket=\(ServiceSetup.geoClueSocket)"
    return hasFolder
      ? "printf '[network-nmea]\\nenable=true\\n\(line)\\n' | "
        + "sudo tee /etc/geoclue/conf.d/90-core-location-linux.conf"
      : "sudo sed -i 's|^\\[network-nmea\\]|&\\n\(line)|' /etc/geoclue/geoclue.conf"
  }

  private var policy: Finding? {
    guard let fault = setup.policyFault else { return nil }
    return Finding(
      .problem, .policy, "the policy is invalid, so access to the location is denied to everyone",
      why: "\(fault.prefix(1).uppercased())\(fault.dropFirst()).",
      commands: [Self.editingPolicy])
  }

  static let editingPolicy = "sudoedit \(AuthorizationDirectories.defaultPolicy)"

  private var rule: Finding? {
    switch setup.rule {
    case nil: nil
    case .current: Finding(.good, .rule, "the udev rule is installed")
    case .outdated:
      Finding(
        .warning, .rule, "the udev rule in /etc is from another version",
        why: "It overrides the installed one, and may not know newer receivers.",
        commands: [Self.installingRule])
    }
  }

  /// Findings on the programs that set the clock; none where no program does.
  var timeFindings: [Finding] {
    if let time = service?.exchange?.time { return time.sockets.map { finding(of: $0, time) } }
    guard !machine.rivals.contains(.gpsd) else { return [] }
    return machine.timeSockets.map { path in
      Finding(
        .warning, .time, at: path,
        "chronyd waits there for the time, and the location service does not send it",
        why:
          "Unless another program does, start the service with this option; \(Documents.path("time")) has the unit for it.",
        commands: ["gps serve --time-socket \(shellWord(path))"])
    }
  }

  private func finding(of socket: TimeReport.Socket, _ time: TimeReport) -> Finding {
    switch socket.state {
    case "connected":
      let offset =
        time.offset.map { ", \(String($0, decimals: 3)) s off the machine's clock" } ?? ""
      return Finding(
        .good, .time, at: socket.path, "chronyd listens; \(time.samples) samples were sent\(offset)"
      )
    case "refused":
      return Finding(
        .problem, .time, at: socket.path, "the location service may not send the time there",
        why: socket.explanation)
    default:
      return Finding(
        .problem, .time, at: socket.path, "no program listens there for the time",
        why: "Add \"refclock SOCK \(socket.path) refid GPS\" to chrony.conf, and restart chronyd.",
        commands: ["sudo systemctl restart chrony"])
    }
  }

  /// The finding on `gps wake`; `nil` if no application needs it.
  var wakeFinding: Finding? {
    guard let clause = machine.wake.clause else { return nil }
    if machine.wake.isWatched { return Finding(.good, .wake, clause) }
    return Finding(
      .warning, .wake, clause,
      why:
        "Regions, visits and significant changes are missed while they do not run. To have it run "
        + (machine.wake.isInstalled ? "from your login on:" : "until Ctrl-C:"),
      commands: [machine.wake.command])
  }

  // MARK: Corrections

  var correctionFinding: Finding? {
    guard let corrections = service?.exchange?.corrections else { return nil }
    guard corrections.state == "receiving" else {
      return Finding(
        .problem, .corrections, at: corrections.source, "no corrections: \(corrections.state)",
        why: corrections.explanation + ".")
    }
    if corrections.dropped > 0 {
      return Finding(
        .warning, .corrections, at: corrections.source,
        "\(corrections.dropped) frames were dropped, since the receiver's line is slower",
        why:
          "Raise its baud rate, use USB, or choose a stream with fewer messages, such as MSM4 instead of MSM7."
      )
    }
    return Self.finding(on: corrections, service?.fix)
  }

  private static func finding(on corrections: CorrectionReport, _ fix: Fix?) -> Finding {
    let distance =
      corrections.baseDistance.map { ", base \(String($0 / 1000, decimals: 1)) km away" } ?? ""
    let age = fix?.differentialAge.map { ", \(String($0, decimals: 1)) s old" } ?? ""
    func finding(_ severity: Finding.Severity, _ what: String, _ why: String? = nil) -> Finding {
      Finding(severity, .corrections, at: corrections.source, what + distance + age, why: why)
    }
    switch fix?.quality {
    case .rtkFixed?: return finding(.good, "RTK fixed")
    case .rtkFloat?:
      if let distance = corrections.baseDistance, distance > 40_000 {
        return finding(
          .warning, "RTK float, not fixed", "The base is too far away; choose one within 20 km.")
      }
      if let age = fix?.differentialAge, age > 30 {
        return finding(
          .warning, "RTK float, not fixed",
          "The corrections are too old: the line or the network is slow.")
      }
      return finding(
        .warning, "RTK float, not fixed",
        "Give the antenna a clear view of the sky, and wait up to two minutes; without a second frequency it may never become fixed."
      )
    case .differential?, .autonomous?:
      return finding(
        .warning, "they arrive, but the position is not RTK",
        "The receiver may lack RTK, its port may not accept RTCM 3 (u-blox: CFG-USBINPROT-RTCM3X), or the stream may have "
          + "none of the satellites that it uses.")
    default:
      return finding(
        .good, "they arrive at \(Int((corrections.bytesPerSecond ?? 0).rounded())) bytes a second")
    }
  }
}

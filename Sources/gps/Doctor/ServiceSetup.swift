// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization
import ReceiverDiscovery

/// The setup of the location service and of the software around it, according to their files.
struct ServiceSetup: Hashable {
  /// The path of the service's socket for GeoClue, whose configuration has to name it.
  static let geoClueSocket = "/run/core-location/nmea.sock"

  struct GeoClue: Hashable {
    /// Whether it reads a folder of further configuration files, as since version 2.7.
    var hasFolder = false
    /// Whether its configuration names the location service's socket.
    var isPointed = false
    var isAllowed = false
    /// The socket that its main file names, which only a person writes there; `nil` for none.
    var namedSocket: String?
    var isSocketThere = false
  }

  enum Rule: Hashable {
    case current
    /// The rule of another version in `/etc`, where it overrides the package's.
    case outdated
  }

  var installed: Set<String> = []
  /// Units that are started at boot.
  var enabled: Set<String> = []
  var hasSystemd = false
  /// Whether a service listens where programs with Core Location look.
  var isListening = false
  var geoClue: GeoClue?
  var hasPolicy = false
  /// Why the policy grants nothing; `nil` if it does, or cannot be read.
  var policyFault: String?
  /// The state of the rule; `nil` if none is installed.
  var rule: Rule?
}

extension ServiceSetup {
  private static let folders = [
    "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
    "/lib/systemd/system",
  ]

  init(_ tree: SystemTree) {
    self.init()
    let names = ["locationd", "locationd-geoclue", "locationd-gpsd4", "gpsd"].map { "\($0).socket" }
    installed = Set(names.filter { name in Self.folders.contains { tree.exists("\($0)/\(name)") } })
    enabled = Set(tree.entries("/etc/systemd/system/sockets.target.wants"))
    hasSystemd = tree.exists("/run/systemd/system")
    isListening = tree.exists(ServiceSource.socket(in: ServiceSource.systemRuntime))
    let ours = tree.text(UdevRule.path)
    if let ours {
      rule = ours == UdevRule.text ? .current : .outdated
    } else if ["/usr/local/lib", "/usr/lib", "/lib"].contains(where: {
      tree.exists("\($0)/udev/rules.d/60-core-location-linux.rules")
    }) {
      rule = .current
    }
    let policy = readPolicy(tree)
    if let configuration = tree.text("/etc/geoclue/geoclue.conf") {
      // Our package puts a file into the folder, which older versions do not read; this section came with it.
      let readsFolder = configuration.contains("[static-source]")
      let folder = "/etc/geoclue/conf.d"
      let names = readsFolder ? tree.entries(folder) : []
      let texts = [configuration] + names.compactMap { tree.text("\(folder)/\($0)") }
      let named = Self.socket(in: configuration)
      geoClue = GeoClue(
        hasFolder: readsFolder,
        isPointed: texts.contains { Self.socket(in: $0) == Self.geoClueSocket },
        // Of reduced positions it is sent none: it could not say how inaccurate they are.
        isAllowed: policy?.clients[.user("geoclue")].map {
          $0.status.isAuthorized && $0.accuracy != .reduced
        } ?? false,
        namedSocket: named, isSocketThere: named.map(tree.exists) ?? false)
    }
  }

  private mutating func readPolicy(_ tree: SystemTree) -> AdministratorPolicy? {
    let path = tree.root + AuthorizationDirectories.defaultPolicy
    hasPolicy = tree.exists(AuthorizationDirectories.defaultPolicy)
    // The files of a tree other than this machine's belong to the user who made it.
    let file =
      tree.root.isEmpty
      ? PolicyFile(path: path) : PolicyFile(path: path, top: tree.root, owner: geteuid())
    do throws(AuthorizationError) {
      let (policy, fault) = try file.read()
      policyFault = fault?.description
      return policy
    } catch {
      if case .damaged = error.cause { policyFault = error.description }
      return nil
    }
  }

  /// Returns the socket that a configuration names in the section of network receivers, outside comments; `nil` for none.
  private static func socket(in text: String) -> String? {
    var section = ""
    var socket: String?
    for line in text.split(separator: "\n") {
      let line = line.filter { !$0.isWhitespace }
      if line.hasPrefix("[") { section = line }
      let key = "nmea-socket="
      if section == "[network-nmea]", line.hasPrefix(key) {
        socket = String(line.dropFirst(key.count))
      }
    }
    return socket
  }
}

/// Whether the applications of this user that have ended are started for what they monitor, according to its files.
struct WakeSetup: Hashable {
  static let unit = "gps-wake.service"

  /// How many applications have registered, and may be started.
  var applications = 0
  var isWatched = false
  var isInstalled = false

  private static let folders = [
    "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
    "/lib/systemd/user",
  ]
}

extension WakeSetup {
  init(_ tree: SystemTree, _ directories: UserDirectories = .current) {
    isInstalled =
      tree.exists("/run/systemd/system")
      && Self.folders.contains { tree.exists("\($0)/\(Self.unit)") }
    guard let state = directories.ourState.map({ tree.root + $0 }) else { return }
    applications = WakeListing.all(state).filter { $0.refusal == nil }.count
    isWatched = applications > 0 && WakeState.isWatched(state)
  }

  /// The command that starts `gps wake`, now and whenever the person logs in.
  var command: String {
    isInstalled ? "systemctl --user enable --now \(Self.unit)" : "gps wake"
  }

  /// What is so, as a clause; `nil` if no application has registered.
  var clause: String? {
    guard applications > 0 else { return nil }
    let which = counted(applications, "application")
    return isWatched
      ? "gps wake watches for \(which)"
      : "\(which) can be woken, but gps wake is not running"
  }

  var sentence: String? { clause.map { isWatched ? $0 : "\($0); run \"\(command)\"" } }

  var members: JSONMembers { ["wake": isWatched, "applications": applications] }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LocationAuthorization
import ReceiverDiscovery

/// How the location service and what works beside it are set up, by their files.
struct ServiceSetup: Hashable {
  /// The socket of GeoClue, as its configuration has to name it.
  static let geoClueSocket = "/run/core-location/nmea.sock"

  /// How GeoClue is set up.
  struct GeoClue: Hashable {
    /// Whether it reads further files, as it does since version 2.7.
    var hasFolder = false
    /// Whether its configuration names our socket.
    var isPointed = false
    /// Whether the administrator's policy allows it the location.
    var isAllowed = false
  }

  /// The udev rule that is in force.
  enum Rule: Hashable {
    case current
    /// Of another version, in `/etc`, where it takes the place of the package's.
    case outdated
  }

  /// Units that are installed, the service's and gpsd's.
  var installed: Set<String> = []
  /// Units that are started when the machine starts.
  var enabled: Set<String> = []
  /// Whether systemd runs this machine.
  var hasSystemd = false
  /// Whether anything listens where programs with Core Location look.
  var isListening = false
  /// `nil` if GeoClue is not installed.
  var geoClue: GeoClue?
  /// Whether there is a policy of the administrator.
  var hasPolicy = false
  /// Why the policy grants nothing; `nil` if it does, or cannot be read.
  var policyFault: String?
  /// `nil` if none is installed.
  var rule: Rule?
}

extension ServiceSetup {
  private static let folders = [
    "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
    "/lib/systemd/system",
  ]

  /// Looks at a machine.
  init(_ tree: SystemTree) {
    self.init()
    let names = ["locationd", "locationd-geoclue", "locationd-gpsd4", "gpsd"].map { "\($0).socket" }
    installed = Set(names.filter { name in Self.folders.contains { tree.exists("\($0)/\(name)") } })
    enabled = Set(tree.entries("/etc/systemd/system/sockets.target.wants"))
    hasSystemd = tree.exists("/run/systemd/system")
    isListening = tree.exists(ServicePlace.socket(in: ServicePlace.systemRuntime))
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
      let folder = "/etc/geoclue/conf.d"
      let texts = [configuration] + tree.entries(folder).compactMap { tree.text("\(folder)/\($0)") }
      geoClue = GeoClue(
        hasFolder: tree.exists(folder), isPointed: texts.contains(where: Self.pointsToSocket),
        isAllowed: policy?.clients[.user("geoclue")]?.status.isAuthorized == true)
    }
  }

  private mutating func readPolicy(_ tree: SystemTree) -> AdministratorPolicy? {
    let path = tree.root + AuthorizationDirectories.defaultPolicy
    hasPolicy = tree.exists(AuthorizationDirectories.defaultPolicy)
    // In a tree that somebody has made up, the files are his.
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

  /// Whether a line that is no comment names our socket in the section of network receivers.
  private static func pointsToSocket(_ text: String) -> Bool {
    var section = ""
    for line in text.split(separator: "\n") {
      let line = line.filter { !$0.isWhitespace }
      if line.hasPrefix("[") { section = line }
      if section == "[network-nmea]", line == "nmea-socket=\(geoClueSocket)" { return true }
    }
    return false
  }
}

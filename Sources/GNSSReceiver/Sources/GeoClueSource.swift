// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import LocationProtocols

/// GeoClue, the location service of desktops, which has a position without a receiver: `geoclue:`.
package struct GeoClueSource: NamedSource {
  package static let form = "geoclue:"

  package init() {}

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix(Self.form) else { return nil }
    guard name == Self.form else { throw SelectionError(text: name, expectation: Self.form) }
  }

  /// Returns the source for a program that finds no receiver; `nil` where ``obstacle(environment:root:)`` says why not.
  package static func ofSession(environment: Environment) -> GeoClueSource? {
    obstacle(environment: environment) == nil ? GeoClueSource() : nil
  }

  /// Returns why GeoClue is not asked unless it is named; `nil` if it is.
  ///
  /// Nothing is loaded or connected to. Only programs of a logged-in user have an agent, so that others would be kept
  /// waiting.
  ///
  /// - Parameter root: where the system's files are, for tests.
  package static func obstacle(environment: Environment, root: String = "") -> String? {
    func exists(_ path: String) -> Bool { access((root + path).pathBytes, F_OK) == 0 }
    if environment["CORELOCATION_SERVICE"] == "none" {
      return "CORELOCATION_SERVICE=none forbids asking other programs"
    }
    if UserDirectories(environment: environment).runtime == nil {
      return "this program belongs to no session of a user (XDG_RUNTIME_DIR is not set)"
    }
    let file = "/dbus-1/system-services/\(GeoClueDialogue.service).service"
    if !Self.dataFolders.contains(where: { exists($0 + file) }) { return "it is not installed" }
    return hasBus(environment, root) ? nil : "there is no system bus"
  }

  private static func hasBus(_ environment: Environment, _ root: String) -> Bool {
    let form = "unix:path="
    guard let address = environment["DBUS_SYSTEM_BUS_ADDRESS"] else {
      return access((root + "/run/dbus/system_bus_socket").pathBytes, F_OK) == 0
    }
    guard address.hasPrefix(form) else { return true }
    let path = address.dropFirst(form.count).prefix { $0 != "," && $0 != ";" }
    return access(String(path).pathBytes, F_OK) == 0
  }

  /// Where the files are that make the bus start a service; the last one is NixOS's.
  private static let dataFolders = [
    "/usr/share", "/usr/local/share", "/run/current-system/sw/share",
  ]

  package var name: String { Self.form }
  package var traits: SourceTraits { [.isProgram, .isFallback] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    try GeoClueConnection()
  }

  package func interpreter(_ options: SupervisionOptions) -> any Interpreter {
    GeoClueInterpreter()
  }
}

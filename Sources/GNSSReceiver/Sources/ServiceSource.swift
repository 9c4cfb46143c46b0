// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import LocationProtocols

/// The location service of this machine or of this user: the first of several sockets that answers.
package struct ServiceSource: NamedSource {
  package static let form = "service[:/path/of.sock]"

  /// The sockets' paths, in the order in which they are tried.
  package let paths: [String]
  /// What this program tells the service about itself, and what it asks for.
  package let introduction: ClientIntroduction

  package init(_ paths: [String], _ introduction: ClientIntroduction) {
    self.paths = paths
    self.introduction = introduction
  }

  /// Uses the service's usual sockets, or the one that follows `service:`.
  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name == "service" || name.hasPrefix("service:") else { return nil }
    let path = String(name.dropFirst("service:".count))
    guard path.isEmpty && !name.contains(":") || path.hasPrefix("/") else {
      throw SelectionError(text: name, expectation: Self.form)
    }
    guard path.isEmpty else {
      self.init([path], introduction)
      return
    }
    let paths = Self.paths(environment: .current)
    // Naming the service explicitly overrides a `none` in the environment.
    self.init(paths.isEmpty ? Self.usualPaths(environment: .current) : paths, introduction)
  }

  package var name: String { paths.count == 1 ? "service:\(paths[0])" : "service" }
  package var traits: SourceTraits { [.isService, .isProgram] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    var line: [UInt8] = []
    ServiceRequest.client(introduction).append(to: &line)
    return SocketConnection(
      connected: try ServiceSocket.connect(to: paths).descriptor, sending: line, name)
  }

  package func interpreter(_ options: SupervisionOptions) -> any Interpreter {
    ServiceInterpreter()
  }

  /// Whether a service answers there now.
  package var answers: Bool {
    guard let connection = try? ServiceSocket.connect(to: paths) else { return false }
    close(connection.descriptor)
    return true
  }

  /// Returns where to look for the service: `CORELOCATION_SERVICE`, else the sockets of the user and of the machine.
  ///
  /// - Returns: the sockets' paths; none if the variable is `none`.
  package static func paths(environment: Environment) -> [String] {
    switch environment["CORELOCATION_SERVICE"] {
    case nil, "": usualPaths(environment: environment)
    case "none": []
    case let path?: [path]
    }
  }

  /// Returns the sockets of the user and of the machine.
  package static func usualPaths(environment: Environment) -> [String] {
    let user = UserDirectories(environment: environment).runtime.map { [$0] } ?? []
    return (user + [Self.systemRuntime]).map(socket)
  }

  /// The runtime directory of system programs, whose files do not outlive the running system.
  package static let systemRuntime = "/run"

  /// Returns the socket of a service in a runtime directory.
  package static func socket(in runtime: String) -> String {
    "\(runtime)/core-location/location.sock"
  }
}

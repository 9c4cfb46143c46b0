// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// A program to be started in a session of its own, which outlives this process and gets none of its terminal's signals.
package struct SessionProgram: Sendable {
  /// Its path, or a name that is looked for on `PATH`.
  package var program: String
  /// What follows its name on the command line.
  package var arguments: [String]
  /// Its environment, `NAME=value` each.
  package var environment: [String]
  /// The folder in which it starts; `/` if it cannot be entered.
  package var folder: String

  package init(
    _ program: String, arguments: [String] = [], environment: [String], folder: String = "/"
  ) {
    (self.program, self.arguments) = (program, arguments)
    (self.environment, self.folder) = (environment, folder)
  }

  /// Starts it, without input; what it prints goes nowhere.
  ///
  /// - Parameter complaints: what it writes to standard error goes there instead.
  package func start(complaints: CInt? = nil) throws(SystemError) -> pid_t {
    let settings = SpawnSettings(
      streams: [.nothing, .nothing, complaints.map { .descriptor($0) } ?? .nothing],
      group: .session, blocked: [], folder: access(folder.pathBytes, X_OK) == 0 ? folder : "/",
      environment: environment, searchesPath: true)
    return try settings.start([program] + arguments)
  }
}

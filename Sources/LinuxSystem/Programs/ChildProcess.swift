// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// A program that was started with its own environment, in its own process group.
///
/// It reads nothing from standard input, and writes where this process does. Keys pressed at the terminal do not reach it.
package final class ChildProcess: Sendable {
  /// Readable once the program has ended.
  package var descriptor: CInt { notice.descriptor }
  private let notice: WakeUp
  private let process: pid_t

  /// - Parameters:
  ///   - arguments: the program, as a path, and its arguments.
  ///   - variables: what its environment has in place of this process's variables of these names; `nil` removes one.
  package init(_ arguments: [String], variables: [String: String?]) throws(SystemError) {
    notice = try WakeUp()
    let settings = SpawnSettings(
      streams: [.nothing, .inherited, .inherited], group: .own, blocked: [],
      environment: Self.environment(with: variables))
    process = try settings.start(arguments)
    let (notice, process) = (notice, process)
    POSIXThread.detach {
      // The process remains until `reap`, so that its number cannot be another's when signals are sent to it.
      var information = siginfo_t()
      _ = retryingOnInterrupt { waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) }
      notice.signal()
    }
  }

  /// Returns this process's environment with other values.
  private static func environment(with variables: [String: String?]) -> [String] {
    var result: [String] = []
    var next = environ
    while let variable = next.pointee {
      let bytes = UnsafeBufferPointer(start: variable, count: strlen(variable))
      let text = String(pathBytes: bytes.map(UInt8.init(bitPattern:)))
      let name = text.prefix { $0 != "=" }
      if variables.index(forKey: String(name)) == nil { result.append(text) }
      next += 1
    }
    return result + variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }

  /// Waits until the program has ended, and removes it from the system's list; to be called once.
  package func reap() -> ProcessEnd {
    var status: CInt = 0
    _ = retryingOnInterrupt { waitpid(process, &status, 0) }
    return ProcessEnd(status: status)
  }

  /// Asks the program, and those that it has started, to end; kills them if it has not ended by a deadline.
  ///
  /// - Parameter deadline: on ``monotonicNow()``'s clock.
  package func end(by deadline: Duration) -> ProcessEnd {
    kill(-process, SIGTERM)
    if firstReadable(of: descriptor, until: deadline) == nil { kill(-process, SIGKILL) }
    return reap()
  }
}

/// A program to be started in its own session, which outlives this process and gets none of its terminal's signals.
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

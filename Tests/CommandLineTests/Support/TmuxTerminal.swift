// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// A shell in a terminal of tmux, which knows what a person would see.
final class TmuxTerminal {
  let scratch: ScratchFolder
  private let socket: String

  /// Where tmux is; `nil` if it is not installed.
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// - Parameter variables: variables of the shell besides the usual ones, as `NAME=value`.
  init(width: Int, height: Int, _ variables: [String] = []) throws {
    scratch = try ScratchFolder()
    socket = scratch.path + "/tmux"
    let shell =
      "ulimit -c 0; exec env \(variables.joined(separator: " ")) PS1='$ ' bash --norc --noprofile -i"
    let path = try #require(Self.path)
    try tmux(
      by: ["python3", "-c", Self.launcher, path],
      [
        "-u", "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)", shell,
      ])
    try wait("the shell is there") { $0.contains("$") }
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Presses keys, named as tmux names them.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Types a command and a line end.
  func type(_ command: String) throws {
    try tmux(["send-keys", "-l", command])
    try press("Enter")
  }

  func resize(width: Int, height: Int) throws {
    try tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  /// What stands on the screen.
  var picture: String {
    get throws { String(decoding: try tmux(["capture-pane", "-p"]).output, as: UTF8.self) }
  }

  /// The program in the foreground.
  var program: String {
    get throws {
      try tmux(["display-message", "-p", "#{pane_current_command}"]).lines.first ?? ""
    }
  }

  /// Whether programs have a second screen of their own now.
  var isAlternate: Bool {
    get throws { try tmux(["display-message", "-p", "#{alternate_on}"]).lines == ["1"] }
  }

  /// Waits until something is so of what stands on the screen, a minute at the most.
  func wait(
    _ purpose: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isSo: (String) throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let picture = try picture
      if try isSo(picture) { return }
      try #require(
        ContinuousClock.now < deadline, "\(purpose):\n\(picture)", sourceLocation: sourceLocation)
      usleep(50_000)
    }
  }

  /// Waits for the shell to have done a command that writes a file, and returns what it holds.
  func file(_ name: String, _ command: String) throws -> String {
    let path = scratch.path + "/" + name
    try type("\(command) > \(path).new; mv \(path).new \(path)")
    try wait(name) { _ in FileManager.default.fileExists(atPath: path) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Starts tmux's server as a person's shell would: without the tests' descriptors, which would otherwise stay open as
  /// long as the server runs, and without the signals that the tests' threads block.
  private static let launcher = """
    import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.closerange(3, 4096)
    os.execv(sys.argv[1], sys.argv[1:])
    """

  /// Runs tmux, or a launcher of it, with arguments for tmux.
  @discardableResult
  private func tmux(by launcher: [String]? = nil, _ arguments: [String]) throws -> Run {
    let program = try launcher ?? [#require(Self.path)]
    // The shell knows the variables of the tests, among them where nothing of the user's is.
    let run = try RunningTool(
      ["/usr/bin/env", "-u", "TMUX", "LC_ALL=C.UTF-8"] + program + ["-S", socket] + arguments
    ).finish()
    try #require(run.exitCode == 0, "\(String(decoding: run.complaints, as: UTF8.self))")
    return run
  }
}

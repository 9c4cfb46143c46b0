// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// A shell in a terminal of tmux, which can tell what a person would see.
final class TmuxTerminal {
  let scratch: ScratchFolder
  private let socket: String

  /// The path of tmux; `nil` if it is not installed.
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// - Parameter variables: additional variables of the shell, as `NAME=value`.
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

  /// Presses keys, by tmux's names for them.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Types a command, and presses Enter.
  func type(_ command: String) throws {
    try tmux(["send-keys", "-l", command])
    try press("Enter")
  }

  func resize(width: Int, height: Int) throws {
    try tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  /// The text on the screen.
  var picture: String {
    get throws { String(decoding: try tmux(["capture-pane", "-p"]).output, as: UTF8.self) }
  }

  /// The program in the foreground.
  var program: String {
    get throws {
      try tmux(["display-message", "-p", "#{pane_current_command}"]).lines.first ?? ""
    }
  }

  /// Whether a program is using the terminal's alternate screen.
  var isAlternate: Bool {
    get throws { try tmux(["display-message", "-p", "#{alternate_on}"]).lines == ["1"] }
  }

  /// Waits until a condition holds for the text on the screen, for a minute at most.
  func wait(
    _ purpose: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isSo: (String) throws -> Bool
  ) throws {
    var last = ""
    let hasHeld = try eventually(every: .milliseconds(50)) {
      last = try picture
      return try isSo(last)
    }
    try #require(hasHeld, "\(purpose):\n\(last)", sourceLocation: sourceLocation)
  }

  /// Presses a key again and again until a text is on the screen: keys do not count before it could be read.
  func press(_ key: String, until text: String) throws {
    try wait("\(key) leads to \(text)") { picture in
      if picture.contains(text) { return true }
      try press(key)
      return false
    }
  }

  /// Waits for the shell to write the output of a command to a file, and returns that output.
  func file(_ name: String, _ command: String) throws -> String {
    let path = scratch.path + "/" + name
    try type("\(command) > \(path).new; mv \(path).new \(path)")
    try wait(name) { _ in FileManager.default.fileExists(atPath: path) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Starts tmux's server as a person's shell would: without the tests' descriptors, which would otherwise stay open as
  /// long as the server runs, and without blocking the signals that the tests' threads block.
  private static let launcher = """
    import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.closerange(3, 4096)
    os.execv(sys.argv[1], sys.argv[1:])
    """

  /// Runs tmux, or a launcher of it, with tmux's arguments.
  @discardableResult
  private func tmux(by launcher: [String]? = nil, _ arguments: [String]) throws -> Run {
    let program = try launcher ?? [#require(Self.path)]
    // The shell inherits the tests' variables, among them those that keep it from the user's files.
    let run = try RunningTool(
      ["/usr/bin/env", "-u", "TMUX", "LC_ALL=C.UTF-8"] + program + ["-S", socket] + arguments
    ).finish()
    try #require(run.exitCode == 0, "\(String(decoding: run.complaints, as: UTF8.self))")
    return run
  }
}

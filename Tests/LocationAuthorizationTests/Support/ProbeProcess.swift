// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

/// A running `AuthorizationProbe`, with a controlling terminal or without one.
final class ProbeProcess {
  let folder: ScratchFolder
  /// The terminal on which the person reads and types; `nil` without a terminal.
  private let terminal: PseudoTerminal?
  private let process: pid_t
  private let commands: CInt
  private let answers: CInt
  private var output = ""
  private var shown: [UInt8] = []
  private var status: CInt?

  /// - Parameters:
  ///   - folder: the process's home.
  ///   - text: its usage description; `nil` if it has none.
  ///   - loader: the dynamic loader that starts it; `nil` leaves that to the kernel.
  ///   - variables: further environment variables.
  init(
    _ folder: ScratchFolder, hasTerminal: Bool = true, text: String? = "Rain is where you are.",
    loader: String? = nil, variables more: [String] = []
  ) throws {
    self.folder = folder
    terminal = hasTerminal ? try PseudoTerminal() : nil
    var variables =
      [
        "PATH=/usr/bin:/bin", "XDG_CONFIG_HOME=\(folder.path)/home",
        "XDG_RUNTIME_DIR=\(folder.path)/runtime",
      ] + more
    if let text {
      let data = try PropertyListSerialization.data(
        fromPropertyList: [
          "NSLocationWhenInUseUsageDescription": text,
          "NSLocationAlwaysAndWhenInUseUsageDescription": text, "CFBundleName": "Rain \(text)",
        ], format: .xml, options: 0)
      let path = folder.path + "/Info.plist"
      try data.write(to: URL(filePath: path))
      variables.append("CORELOCATION_INFO_PLIST=\(path)")
    }
    var input: [CInt] = [0, 0]
    var output: [CInt] = [0, 0]
    try #require(pipe(&input) == 0 && pipe(&output) == 0)
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(output[0], F_SETFL, O_NONBLOCK)
    process = try Self.spawn(loader, variables, input[0], output[1], terminal?.path)
    close(input[0])
    close(output[1])
    (commands, answers) = (input[1], output[0])
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(commands)
    close(answers)
  }

  /// The path of the program, beside the tests.
  static var path: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: tests).deletingLastPathComponent().appending(path: "AuthorizationProbe")
        .path
    }
  }

  /// Starts the program as a session leader, so that the first terminal it opens becomes its controlling terminal.
  private static func spawn(
    _ loader: String?, _ variables: [String], _ input: CInt, _ output: CInt, _ terminal: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, terminal ?? "/dev/null", O_RDWR, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The parent of the tests may ignore SIGINT, and their threads block it.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // 0x80 is POSIX_SPAWN_SETSID, which Swift does not import.
    posix_spawnattr_setflags(
      &attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let program = try loader ?? path
    let words = try loader == nil ? [path] : [program, path]
    let arguments = words.map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    let result = posix_spawn(&process, program, &actions, &attributes, arguments, environment)
    try #require(result == 0)
    return process
  }

  // MARK: The application

  func send(_ command: String) {
    let bytes = Array((command + "\n").utf8)
    _ = write(commands, bytes, bytes.count)
  }

  /// Waits until the program has written these words `times` times; returns whether it has.
  func writes(_ words: String, times: Int = 1) -> Bool {
    eventually {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(answers, &buffer, buffer.count)
      if count > 0 { output += String(decoding: buffer.prefix(count), as: UTF8.self) }
      return output.components(separatedBy: words).count > times
    }
  }

  /// What the program has written, up to the last wait.
  var written: String { output }

  /// Stops the program, as Ctrl-Z does, for a duration in microseconds.
  func stop(_ duration: UInt32) {
    kill(process, SIGSTOP)
    usleep(duration)
    kill(process, SIGCONT)
  }

  /// Kills the program.
  func die() { kill(process, SIGKILL) }

  /// Waits for the program to end; returns the signal that ended it, 0 if none did, `nil` if it is still running.
  func end() -> CInt? {
    var status: CInt = 0
    guard eventually({ waitpid(process, &status, WNOHANG) == process }) else { return nil }
    self.status = status
    return status & 0x7F
  }

  // MARK: The person

  /// Waits until the terminal shows these words `times` times; returns whether it does.
  func shows(_ words: String, times: Int = 1) -> Bool {
    eventually {
      shown += terminal?.receive() ?? []
      return String(decoding: shown, as: UTF8.self).components(separatedBy: words).count > times
    }
  }

  /// Whether nothing has been sent to the terminal so far.
  var hasShownNothing: Bool {
    shown += terminal?.receive() ?? []
    return shown.isEmpty
  }

  /// All bytes sent to the terminal, up to the last wait.
  var screen: [UInt8] { shown }

  func type(_ text: String) { terminal?.send(text) }

  /// Returns the stored decision about the program.
  func kept() throws -> Decision? {
    try DecisionStore(directory: folder.path + "/home/core-location-linux").read()[
      ApplicationIdentifier(Self.path)]
  }

  func decide(_ decision: Decision?) throws {
    let path = ApplicationIdentifier(try Self.path)
    try DecisionStore(directory: folder.path + "/home/core-location-linux").update(at: Date()) {
      $0[path] = decision
    }
  }

  /// The applications that are shown as using the location.
  var presence: [PresenceEntry] {
    let directory = PresenceDirectory(path: folder.path + "/runtime/core-location-linux")
    return (try? directory.entries()) ?? []
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// Copies of `WakeProbe`, a receiver that is driven out of their region and in, and `gps wake`.
final class WakeWorld {
  let scratch: ScratchFolder
  private let port: PseudoTerminal
  private var time = 43_200
  private var wakes: [Process] = []
  private let complaintFile: String

  /// - Parameter hasManager: whether a program stands in for the user's systemd.
  init(hasManager: Bool = false) throws {
    scratch = try ScratchFolder()
    port = try PseudoTerminal()
    complaintFile = try scratch.file("complaints", "")
    for name in ["apps", "state", "config", "run"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + name, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    if hasManager {
      chmod(try scratch.file("bin/systemd-run", Self.systemdRun), 0o755)
    }
  }

  /// Starts a program as `systemd-run --user --wait` does, with no variables but those of the manager and those that are named.
  private static let systemdRun = #"""
    #!/bin/bash
    variables=(HOME="$HOME" PATH=/usr/bin:/bin XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR")
    while [[ $1 != -- ]]; do
      case $1 in
        --unit=*) unit=${1#*=} ;;
        --setenv=*) variables+=("${1#*=}") ;;
        --working-directory=*) cd "${1#*=}" ;;
      esac
      shift
    done
    echo "$unit" >> "$0.log"
    setsid env -i "${variables[@]}" "${@:2}" </dev/null >/dev/null 2>&1 &
    echo "Running as unit: $unit.service" >&2
    wait $!
    code=$?
    ((code > 128)) || exit "$code"
    echo "Main processes terminated with: code=killed/status=$(kill -l $((code - 128)))" >&2
    exit 1

    """#

  /// The units in which programs were started.
  var units: [String] {
    ((try? scratch.text("bin/systemd-run.log")) ?? "").split(separator: "\n").map(String.init)
  }

  deinit { stop() }

  var complaints: String { (try? String(contentsOfFile: complaintFile, encoding: .utf8)) ?? "" }

  private func environment(_ more: [String: String] = [:]) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for (name, folder) in [
      ("HOME", ""), ("XDG_STATE_HOME", "/state"), ("XDG_CONFIG_HOME", "/config"),
      ("XDG_RUNTIME_DIR", "/run"),
    ] { variables[name] = scratch.path + folder }
    variables["CORELOCATION_SERVICE"] = "none"
    variables["CORELOCATION_SOURCE"] = "/nowhere"
    variables["LD_LIBRARY_PATH"] = nil
    variables["DBUS_SESSION_BUS_ADDRESS"] = nil
    variables["PATH"] = "\(scratch.path)/bin:" + (variables["PATH"] ?? "/usr/bin:/bin")
    return variables.merging(more) { $1 }
  }

  /// Copies the probe, which may use the location always.
  func application(_ name: String, does words: String = "") throws -> String {
    let path = "\(scratch.path)/apps/\(name)"
    let probe = (try Tool.path as NSString).deletingLastPathComponent + "/WakeProbe"
    try FileManager.default.copyItem(atPath: probe, toPath: path)
    chmod(path, 0o755)
    _ = try scratch.file("apps/\(name).does", words)
    try gps("authorize", "allow", "--always", path)
    return path
  }

  /// Whether a program has claimed an event, which it tells or has told.
  var hasClaimedEvent: Bool {
    let files = FileManager.default.enumerator(atPath: scratch.path + "/state")
    while let file = files?.nextObject() as? String {
      if file.hasSuffix(".claimed") { return true }
    }
    return false
  }

  /// Whether `gps wake` has stored a word in what it remembers of an application.
  func hasStored(_ word: String) -> Bool {
    let files = FileManager.default.enumerator(atPath: scratch.path + "/state")
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix("/watch.json") else { continue }
      if (try? scratch.text("state/" + file))?.contains(word) == true { return true }
    }
    return false
  }

  /// Runs the tool until it ends, and returns what it prints.
  @discardableResult
  func gps(_ arguments: String...) throws -> String {
    let output = try scratch.file("output-\(UInt32.random(in: 0 ... .max))", "")
    let process = Process()
    process.executableURL = URL(filePath: try Tool.path)
    process.arguments = arguments
    process.environment = environment()
    process.standardOutput = FileHandle(forWritingAtPath: output)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(arguments)")
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  /// Starts a program by hand, in use.
  func start(_ path: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.environment = environment(["CORELOCATION_IN_USE": "1"])
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    return process
  }

  /// Runs programs by hand, all at once, until they end.
  func run(_ paths: [String]) throws {
    let processes = try paths.map { try start($0) }
    for process in processes { process.waitUntilExit() }
  }

  /// Starts `gps wake`, and waits until it has a fix.
  func watch() throws {
    let process = Process()
    process.executableURL = URL(filePath: try Tool.path)
    process.arguments =
      ["wake", "--device", port.path, "--baud", "9600"] + (geteuid() == 0 ? ["--root"] : [])
    process.environment = environment()
    let complaints = FileHandle(forWritingAtPath: complaintFile)
    _ = try complaints?.seekToEnd()
    process.standardError = complaints
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    wakes.append(process)
  }

  /// Waits until `gps wake` has a position, meters north of the region's center.
  func settle(north: Double) throws {
    let before = complaints.components(separatedBy: "has a fix").count
    let hasFix = stay(north: north) {
      complaints.components(separatedBy: "has a fix").count > before
    }
    try #require(hasFix, "\(complaints)")
    stay(north: north, seconds: 8)
  }

  /// Ends `gps wake`, by SIGKILL as if at any moment.
  func stop() {
    for wake in wakes {
      kill(wake.processIdentifier, SIGKILL)
      wake.waitUntilExit()
    }
    wakes = []
  }

  /// Performs an operation while `gps wake` does nothing.
  func whilePaused<Result>(_ body: () -> Result) -> Result {
    for wake in wakes { kill(wake.processIdentifier, SIGSTOP) }
    defer { for wake in wakes { kill(wake.processIdentifier, SIGCONT) } }
    return body()
  }

  /// Whether the `gps wake` that was started last still runs.
  var isWatching: Bool { wakes.last?.isRunning ?? false }

  /// Sends positions, meters north of the region's center: one for each second, much faster than that.
  func stay(north: Double, seconds: Int) {
    for _ in 0..<seconds {
      time += 1
      port.send(Self.epoch(latitude: 47.5437 + north / 111_180, time))
      usleep(10_000)
    }
  }

  /// Sends positions until a condition holds; returns whether it ever does.
  func stay(north: Double, until isSo: () throws -> Bool) rethrows -> Bool {
    try eventually(every: .milliseconds(20)) {
      if try isSo() { return true }
      stay(north: north, seconds: 1)
      return false
    }
  }

  private static func epoch(latitude: Double, _ time: Int) -> String {
    let minutes = latitude.truncatingRemainder(dividingBy: 1) * 60
    let place = String(format: "%02d%08.5f,N,00940.99800,E", Int(latitude), minutes)
    let clock = String(format: "%02d%02d%02d.00", time / 3600 % 24, time / 60 % 60, time % 60)
    return [
      "GPGGA,\(clock),\(place),1,08,0.9,400.0,M,48.0,M,,",
      String(format: "GPRMC,\(clock),A,\(place),0.0,,%02d0625,,,A", 14 + time / 86_400),
    ].map { body in
      String(format: "$\(body)*%02X\r\n", body.utf8.reduce(0) { $0 ^ Int($1) })
    }.joined()
  }

  /// What a program was told, with "woken" for each start by `gps wake`.
  func told(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path + ".log", encoding: .utf8)) ?? "")
      .split(separator: "\n").map(String.init)
  }

  /// Returns the objects of `gps wake list`, by the names of the programs.
  func list() throws -> [String: [String: Any]] {
    var objects: [String: [String: Any]] = [:]
    for line in try gps("wake", "list", "--json").split(separator: "\n") {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(object["application"] as? String)
      objects[(name as NSString).lastPathComponent] = object
    }
    return objects
  }
}

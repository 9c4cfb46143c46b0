// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import ReceiverDiscovery

struct RuleInstaller {
  /// The root folder of a machine that is not running, such as a mounted image; empty for this machine.
  let root: String

  var path: String { root + UdevRule.path }

  var preview: [String] {
    let rule = UdevRule.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let commands = root.isEmpty ? UdevRule.commands.map { "# " + $0.joined(separator: " ") } : []
    return ["# \(path)"] + rule.map(String.init)
      + (commands.isEmpty ? [] : ["", "# Then:"] + commands)
  }

  func write() throws {
    do throws(SystemError) {
      try WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o755)
      try WholeFile.replace(path, with: Array(UdevRule.text.utf8), mode: 0o644)
    } catch {
      throw error.errno == EACCES || error.errno == EPERM
        ? Failure("cannot write \(path): permission denied; run it with sudo", EX_NOPERM)
        : Failure(
          "cannot write \(path): \(describe(errno: error.errno)); check the disk",
          EX_IOERR)
    }
  }

  /// Makes udev load the rule and apply it to connected devices; returns why not, and what to do about it.
  func apply() -> String? {
    guard root.isEmpty else { return "it takes effect when that machine starts" }
    guard access("/run/udev/control", F_OK) == 0 else {
      return "udev is not running here, as in a container; it takes effect once udev runs"
    }
    for command in UdevRule.commands {
      guard let reason = Self.run(command) else { continue }
      return "\"\(command.joined(separator: " "))\" \(reason); run it yourself, or restart"
    }
    return nil
  }

  /// Runs a program to its end; returns what went wrong.
  private static func run(_ words: [String]) -> String? {
    guard let program = try? ProgramPath.find(words[0]) else { return "is not installed" }
    do throws(SystemError) {
      let process = try ChildProcess([program] + words.dropFirst(), variables: [:])
      return process.reap() == .exited(0) ? nil : "failed"
    } catch {
      return "cannot be started: \(describe(errno: error.errno))"
    }
  }
}

struct RuleOptions: ParsableArguments {
  @Flag(
    help: """
      Install a udev rule that lets the local user use receivers, and makes ModemManager ignore them. \
      Needs sudo.
      """)
  var installUdevRule = false

  @Flag(help: "Print the rule and the commands that would follow, without changing anything.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "The root folder of a machine that is not running, such as a mounted image.",
      valueName: "folder", visibility: .hidden))
  var root: String?

  var isWanted: Bool { installUdevRule || dryRun || root != nil }

  func run() throws {
    guard installUdevRule else {
      throw Failure.usage(dryRun ? "--dry-run" : "--root", "--install-udev-rule too")
    }
    let installer = RuleInstaller(root: root ?? "")
    var output = StandardOutput()
    if dryRun {
      for line in installer.preview { try output.line(line) }
      return try output.flush()
    }
    try installer.write()
    try output.line("installed \(printable(installer.path))")
    try output.flush()
    if let reason = installer.apply() { complain(reason) }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool

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

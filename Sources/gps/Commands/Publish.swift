// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem

/// The help, the completions and the manual of `gps publish`; ``PublishingProgram`` publishes.
struct Publish: ParsableCommand {
  static let configuration = PublishArguments.configuration

  @OptionGroup var arguments: PublishArguments

  /// Runs only if this process could not become the other program.
  func run() throws { throw PublishingProgram.replaceThisOne() }
}

/// `gps-publish`, which this program becomes as `gps publish`: it links libraries that nothing else needs.
enum PublishingProgram {
  /// Returns whether arguments are for it; a script of completions is made from all commands.
  static func takes(_ arguments: [String]) -> Bool {
    arguments.first == "publish" && !arguments.contains("--generate-completion-script")
  }

  /// Becomes that program, in the same process and with the same arguments; returns why this is not possible.
  static func replaceThisOne() -> Failure {
    guard let path else {
      return Failure("cannot publish: /proc/self/exe cannot be read; mount /proc", EX_UNAVAILABLE)
    }
    var words = (0...Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0] }
    // For ps(1), which shows the same words as if it were one program.
    let name = strdup(words[0].map { String(cString: $0) + " publish" } ?? "gps publish")
    defer { free(name) }
    words.replaceSubrange(0...1, with: [name])
    execv(path.pathBytes, words)
    let reason = errno
    let shown = printable(path)
    guard reason == ENOENT, stat(of: path) == nil else {
      return Failure("cannot publish: \(shown): \(describe(errno: reason))", EX_UNAVAILABLE)
    }
    return Failure(
      "cannot publish: there is no \(shown); install the Debian package, or run "
        + "\"make build && sudo make install\"", EX_UNAVAILABLE)
  }

  /// Its path, beside this program; `nil` if that has none.
  private static var path: String? {
    linkTarget(of: "/proc/self/exe").map { program in
      String(
        pathBytes: Array(program.prefix(through: program.lastIndex(of: UInt8(ascii: "/")) ?? 0)))
        + "gps-publish"
    }
  }
}

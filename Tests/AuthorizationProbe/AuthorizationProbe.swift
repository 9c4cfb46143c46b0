// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An application for the tests of authorization, which give it a terminal of its own and kill it.

import Glibc
import LocationAuthorization

/// Executes the commands on standard input, and reports events on standard output.
@main
struct AuthorizationProbe {
  private let center: AuthorizationCenter
  /// The process that is in the foreground instead.
  private var other: pid_t = 0

  static func main() throws {
    var probe = try AuthorizationProbe()
    if isTwin {
      probe.center.requestWhenInUse()
      while true { pause() }
    }
    while let line = readLine() {
      guard let word = line.split(separator: " ").first else { continue }
      probe.obey(word, line.split(separator: " ").dropFirst().map(String.init))
    }
  }

  private init() throws {
    center = try AuthorizationCenter(log: { printLine("log \($0)") })
    center.observe {
      printLine("told \($0.status)\($0.isBeingAsked ? " asked" : "")")
    }
    printLine("ready \(center.authorization.status)")
  }

  private mutating func obey(_ command: Substring, _ words: [String]) {
    switch command {
    case "whenInUse": center.requestWhenInUse()
    case "always": center.requestAlways()
    case "use": center.publishUse(Set(words), showsIndicator: true)
    case "twin": startTwin()
    case "fork": startForkedChild()
    case "yield": yield()
    case "return": comeBack()
    default: printLine("what is \(command)?")
    }
  }

  /// Starts this program once more, in the same job of the same terminal, to ask at once.
  private func startTwin() {
    var process = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("twin"), nil]
    defer { for argument in arguments { free(argument) } }
    posix_spawn(&process, "/proc/self/exe", nil, nil, arguments, environ)
  }

  /// Leaves an idle child that has all of this process's descriptors.
  private func startForkedChild() {
    typealias Fork = @convention(c) () -> pid_t
    // Swift does not allow it to be called by name.
    guard let symbol = dlsym(nil, "fork") else { return }
    let child = unsafeBitCast(symbol, to: Fork.self)()
    if child == 0 { while true { pause() } }
    printLine("forked \(child)")
  }

  /// Puts another job of the terminal into the foreground.
  private mutating func yield() {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawnp(&other, "sleep", nil, &attributes, arguments, environ) == 0 else { return }
    tcsetpgrp(STDERR_FILENO, other)
    printLine("yielded")
  }

  private mutating func comeBack() {
    // Otherwise, a background process that changes the terminal is stopped.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(STDERR_FILENO, getpgrp())
    kill(other, SIGKILL)
    waitpid(other, nil, 0)
    printLine("returned")
  }
}

/// Whether this probe was started by another one, to ask at the same terminal.
private let isTwin = CommandLine.arguments.first == "twin"

/// Writes a line immediately, from any thread.
private func printLine(_ line: String) {
  let bytes = Array(((isTwin ? "twin " : "") + line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

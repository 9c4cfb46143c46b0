// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An application as the tests of authorization need it: with a terminal of its own, and to be killed.

import Glibc
import LocationAuthorization

/// Obeys the lines of standard input, and writes what happens to standard output.
@main
struct AuthorizationProbe {
  private let center: AuthorizationCenter
  private let observation: AuthorizationObservation
  /// What is in the foreground instead.
  private var other: pid_t = 0

  static func main() throws {
    var probe = try AuthorizationProbe()
    while let line = readLine() {
      guard let word = line.split(separator: " ").first else { continue }
      probe.obey(word, line.split(separator: " ").dropFirst().map(String.init))
    }
  }

  private init() throws {
    center = try AuthorizationCenter(log: { say("log \($0)") })
    observation = center.observe { say("told \($0.status)\($0.isBeingAsked ? " asked" : "")") }
    say("ready \(center.authorization.status)")
  }

  private mutating func obey(_ command: Substring, _ words: [String]) {
    switch command {
    case "whenInUse": center.requestWhenInUse()
    case "always": center.requestAlways()
    case "use": center.noteUse(Set(words), showsIndicator: true)
    case "yield": yield()
    case "return": comeBack()
    default: say("what is \(command)?")
    }
  }

  /// Lets another job of the terminal be in the foreground.
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
    say("yielded")
  }

  private mutating func comeBack() {
    // Without this, who is in the background and touches the terminal is stopped.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(STDERR_FILENO, getpgrp())
    kill(other, SIGKILL)
    waitpid(other, nil, 0)
    say("returned")
  }
}

/// Writes a line, from any thread, at once.
private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

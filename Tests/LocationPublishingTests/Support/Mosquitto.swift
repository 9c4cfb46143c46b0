// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport

/// Debian's broker, with a listener for each way to log in.
// Proof of Sendable: only one test starts and ends it; others read constants.
final class Mosquitto: @unchecked Sendable {
  // Proof: `process` changes in start() and kill() only, which one test calls.
  private var process: ServerProcess?
  let folder: ScratchFolder
  /// The ports: for all clients; with a password; encrypted; encrypted, for clients with a certificate.
  let (plain, guarded, encrypted, certified): (UInt16, UInt16, UInt16, UInt16)

  static let isInstalled =
    ["mosquitto", "mosquitto_passwd", "mosquitto_sub", "openssl"]
    .allSatisfy { ServerProcess.find($0) != nil }

  init() throws {
    folder = try ScratchFolder()
    let ports = (0..<4).map { _ in ServerProcess.freePort() }
    (plain, guarded, encrypted, certified) = (ports[0], ports[1], ports[2], ports[3])
    try Certificates.make(in: folder)
    // The broker drops its privileges if it can; here it may keep them.
    try folder.file("passwords", "")
    let passwords = folder.path + "/passwords"
    try ServerProcess.run(["/usr/bin/mosquitto_passwd", "-b", passwords, "boat", "right"])
    chmod(passwords, 0o644)
    let tls = """
      cafile \(folder.path)/ca.pem
      certfile \(folder.path)/server.pem
      keyfile \(folder.path)/server.key
      """
    try folder.file(
      "mosquitto.conf",
      """
      per_listener_settings true
      listener \(plain) 127.0.0.1
      allow_anonymous true
      listener \(guarded) 127.0.0.1
      password_file \(passwords)
      listener \(encrypted) 127.0.0.1
      allow_anonymous true
      \(tls)
      listener \(certified) 127.0.0.1
      allow_anonymous true
      require_certificate true
      \(tls)
      """)
    try start()
  }

  deinit { process?.end() }

  func start() throws {
    let process = try ServerProcess(
      ["/usr/sbin/mosquitto", "-c", folder.path + "/mosquitto.conf"],
      log: folder.path + "/mosquitto.log")
    self.process = process
    guard eventually({ ServerProcess.answers(certified) && ServerProcess.answers(plain) }) else {
      throw ServerProcess.Failure(description: process.printed)
    }
  }

  /// Kills the broker, so that it cannot notify its clients.
  func kill() {
    process?.end()
    process = nil
  }

  /// Suspends the broker with its connections open, or resumes it.
  func pause(_ isPaused: Bool) {
    process?.send(isPaused ? SIGSTOP : SIGCONT)
  }
}

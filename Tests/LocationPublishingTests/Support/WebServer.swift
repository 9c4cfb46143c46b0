// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// A server that behaves as the path of a request demands: see `Tests/Scripts/http-server.py`.
// Proof of Sendable: only one test starts and ends it; others read constants.
final class WebServer: @unchecked Sendable {
  // Proof: `process` changes in start() and kill() only, which one test calls.
  private var process: ServerProcess?
  let folder: ScratchFolder
  let port = ServerProcess.freePort()
  let encrypted = ServerProcess.freePort()

  static let isInstalled =
    ServerProcess.find("python3") != nil && ServerProcess.find("openssl") != nil

  /// A request that the server received.
  struct Request: Decodable {
    let path, body, type: String
    let user, device, authorization: String?
    let from: Int
  }

  init() throws {
    folder = try ScratchFolder()
    try Certificates.make(in: folder)
    try start()
  }

  deinit { process?.end() }

  func start() throws {
    let process = try ServerProcess(
      [
        "/usr/bin/python3",
        Repository.path("Tests/Scripts/http-server.py"),
        folder.path + "/requests", String(port), String(encrypted), folder.path + "/server.pem",
        folder.path + "/server.key",
      ], log: folder.path + "/log")
    self.process = process
    guard eventually({ ServerProcess.answers(port) }) else {
      throw ServerProcess.Failure(description: process.printed)
    }
  }

  func kill() {
    process?.end()
    process = nil
  }

  /// Returns the requests for a path, in order.
  func requests(_ path: String) throws -> [Request] {
    try folder.text("requests").split(separator: "\n").map {
      try JSONDecoder().decode(Request.self, from: Data($0.utf8))
    }.filter { $0.path == path }
  }
}

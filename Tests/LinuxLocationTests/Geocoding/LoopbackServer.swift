// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import FoundationNetworking
import TestSupport

@testable import LinuxLocation

/// A process running `Tests/Scripts/geocoding-server.py` until it is released.
final class LoopbackServer {
  private let process = Process()
  private let input = Pipe()
  private let port: Int

  struct DidNotStart: Error {}

  init() throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", Repository.path("Tests/Scripts/geocoding-server.py")]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw DidNotStart()
    }
    self.port = port
  }

  deinit { try? input.fileHandleForWriting.close() }

  /// Returns a client that asks the server for a behaviour, and does not wait between requests.
  func client(
    _ kind: GeocodingServer.Kind, _ behaviour: String, timeout: Duration = .seconds(500)
  ) throws -> GeocodingServer {
    GeocodingServer(
      kind: kind, url: try url("\(behaviour)/\(kind.rawValue)"), timeout: timeout,
      turns: RequestTurns(interval: .zero))
  }

  /// Returns the last request: its path, agent and parameters.
  func asked() async throws -> [String: String] {
    let (data, _) = try await URLSession.shared.data(from: try url("asked"))
    return try JSONDecoder().decode([String: String].self, from: data)
  }

  /// Returns the number of requests since the last call.
  func countRequests() async throws -> Int {
    let (data, _) = try await URLSession.shared.data(from: try url("count"))
    return try Int(JSONDecoder().decode([String: String].self, from: data)["count"] ?? "") ?? 0
  }

  private func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw DidNotStart() }
    return url
  }
}

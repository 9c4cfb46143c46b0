// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The files of this package that tests read and run, found from where this one lies.
enum Project {
  /// The directory that holds `Package.swift`.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent()  // Support
    .deletingLastPathComponent()  // LinuxLocationTests
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func script(_ name: String) -> String {
    root.appending(path: "Tests/Scripts/\(name)").path()
  }

  /// Whether the programs of a Debian package are there.
  static func hasProgram(_ name: String) -> Bool {
    ["/usr/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + name)
    }
  }

  /// What a program prints.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ExitCode(program, process.terminationStatus) }
    return String(decoding: output, as: UTF8.self)
  }

  struct ExitCode: Error, CustomStringConvertible {
    let description: String

    init(_ program: String, _ code: Int32) { description = "\(program) ended with \(code)" }
  }
}

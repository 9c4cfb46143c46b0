// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The programs that tests run.
enum Programs {
  /// Returns whether a program is installed.
  static func has(_ name: String) -> Bool {
    ["/usr/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + name)
    }
  }

  /// Returns what a program prints.
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

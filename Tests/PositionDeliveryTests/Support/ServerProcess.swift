// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import Foundation
  import Glibc
  import TestSupport

  /// A server of Debian's that a test has started, in a folder of its own; it ends by its number.
  final class ServerProcess: @unchecked Sendable {
    // Proof: Foundation's process, which it reaps as long as it is there, is only asked whether it runs.
    private let process: Process
    var identifier: pid_t { process.processIdentifier }
    private let log: String

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    /// Starts it.
    ///
    /// - Parameter log: the file that gets what it prints.
    init(_ command: [String], log: String) throws {
      self.log = log
      process = Process()
      process.executableURL = URL(filePath: command[0])
      process.arguments = Array(command.dropFirst())
      process.currentDirectoryURL = URL(filePath: "/")
      _ = FileManager.default.createFile(atPath: log, contents: nil)
      guard let output = FileHandle(forWritingAtPath: log) else {
        throw Failure(description: "cannot write \(log)")
      }
      _ = try output.seekToEnd()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    /// What it has printed.
    var printed: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Ends it, and waits until it has ended.
    func end(_ signal: CInt = SIGTERM) {
      guard process.isRunning else { return }
      kill(identifier, signal)
      _ = eventually { !process.isRunning }
    }

    /// Where a program is, in the folders that Debian has for it; `nil` if it is not installed.
    static func find(_ name: String, in folders: [String] = ["/usr/bin", "/usr/sbin"]) -> String? {
      folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program to its end; what it has printed.
    @discardableResult
    static func run(_ command: [String], input: String = "") throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: command[0])
      process.arguments = Array(command.dropFirst())
      process.currentDirectoryURL = URL(filePath: "/")
      let (source, output) = (Pipe(), Pipe())
      process.standardInput = source
      process.standardOutput = output
      process.standardError = output
      try process.run()
      try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try source.fileHandleForWriting.close()
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure(description: text) }
      return text
    }

    /// A TCP port of 127.0.0.1 that nobody listens on.
    static func freePort() -> UInt16 {
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(descriptor, $0, size)
          _ = getsockname(descriptor, $0, &size)
        }
      }
      return UInt16(bigEndian: address.sin_port)
    }

    /// Whether somebody accepts connections on a port of 127.0.0.1.
    static func answers(_ port: UInt16) -> Bool {
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
  }
#endif

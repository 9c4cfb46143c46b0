// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A Debian server that a test has started, in a folder of its own.
///
/// A shell in between ends the server when the shell's input ends, which it does with the tests, however they end. The
/// shell then also removes the folder of the server's log, since no other process is left to do that.
// Proof of Sendable: its properties never change; Process and Pipe are set up before it is shared.
package final class ServerProcess: @unchecked Sendable {
  // Proof: once started, only the one test that ends the server uses the shell and its input.
  private let shell: Process
  private let input: Pipe
  private let log: String

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - log: the file for its output, in the server's scratch folder.
  ///   - signal: the signal that ends it.
  package init(_ command: [String], log: String, endingWith signal: String = "KILL") throws {
    self.log = log
    let (shell, input) = (Process(), Pipe())
    (self.shell, self.input) = (shell, input)
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments =
      [
        "-c",
        """
        log=$1 signal=$2; shift 2; exec 3<&0
        "$@" </dev/null 3<&- & echo $! >"$log.pid"
        if read line <&3; then kill -$signal $!; exit; fi
        kill -$signal $!; sleep 1; rm -rf "${log%/*}"
        """, "sh", log, signal,
      ] + command
    shell.currentDirectoryURL = URL(filePath: "/")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    try? FileManager.default.removeItem(atPath: log + ".pid")
    guard let output = FileHandle(forWritingAtPath: log) else {
      throw Failure(description: "cannot write \(log)")
    }
    shell.standardInput = input
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    guard eventually({ identifier != nil }) else { throw Failure(description: printed) }
  }

  /// The server's process identifier.
  private var identifier: pid_t? {
    guard let text = try? String(contentsOfFile: log + ".pid", encoding: .utf8),
      text.hasSuffix("\n")
    else { return nil }
    return pid_t(text.dropLast())
  }

  /// Sends the server a signal.
  package func send(_ signal: CInt) {
    if let identifier { kill(identifier, signal) }
  }

  /// Ends the server, and waits until it has ended.
  package func end() {
    // A line, since other servers may have inherited the end of the pipe that is closed here.
    try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    try? input.fileHandleForWriting.close()
    shell.waitUntilExit()
    // The shell does not wait for the server: SIGCHLD may be blocked in the tests, and it would wait forever.
    _ = eventually { !isRunning }
  }

  /// Whether the server exists and has not ended.
  private var isRunning: Bool {
    guard let identifier,
      let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    else { return false }
    return !status.contains(") Z ")
  }

  /// The server's output so far.
  package var printed: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

  /// Returns the path of a program in Debian's folders for programs; `nil` if it is not installed.
  package static func find(_ name: String, in folders: [String] = ["/usr/bin", "/usr/sbin"])
    -> String?
  {
    folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end; returns its output.
  @discardableResult
  package static func run(_ command: [String], input: String = "") throws -> String {
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

  /// Returns a TCP port of 127.0.0.1 on which no process listens.
  package static func freePort() -> UInt16 {
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

  /// Returns whether a process accepts connections on a port of 127.0.0.1.
  package static func answers(_ port: UInt16) -> Bool {
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

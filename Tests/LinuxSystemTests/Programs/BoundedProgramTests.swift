// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import Testing

@Suite struct BoundedProgramTests {
  /// Runs a script, and returns what it has printed, and what came after that.
  private func run(
    _ script: String, input: String = "", by limit: Duration = .seconds(60), memory: Int = 1 << 30
  ) throws -> (output: String, complaints: String, end: BoundedProgram.Event) {
    let never = try WakeUp()
    let program = try BoundedProgram(
      "/bin/sh", ["-c", script], input: Array(input.utf8), memory: memory)
    var (output, complaints): ([UInt8], [UInt8]) = ([], [])
    let deadline = monotonicNow() + limit
    while true {
      switch program.next(by: deadline, orReadable: never.descriptor) {
      case .output(let bytes): output += bytes
      case .complaints(let bytes): complaints += bytes
      case let end:
        return (
          String(decoding: output, as: UTF8.self), String(decoding: complaints, as: UTF8.self), end
        )
      }
    }
  }

  @Test func passesOnWhatIsPrinted() throws {
    let (output, complaints, end) = try run("cat; echo no >&2", input: "yes")
    #expect(output == "yes" && complaints == "no\n")
    guard case .ended = end else { return #expect(Bool(false), "\(end)") }
  }

  @Test func oneThatHangsIsKilled() throws {
    let (output, _, end) = try run("echo $$; exec sleep 1000", by: .milliseconds(500))
    guard case .late = end else { return #expect(Bool(false), "\(end)") }
    let process = try #require(pid_t(output.dropLast()))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func oneThatTakesTooMuchMemoryFails() throws {
    // A shell that keeps 64 MB in a variable.
    let script = "x=$(head -c 67108864 /dev/zero | tr '\\0' x); echo ${#x}"
    #expect(try run(script).output == "67108864\n")
    #expect(try run(script, memory: 32 << 20).output.isEmpty)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ProgramPathTests {
  @Test func findsTheFirstThatCanBeRun() throws {
    let scratch = try ScratchFolder()
    for folder in ["a", "b", "c"] { #expect(mkdir("\(scratch.path)/\(folder)", 0o755) == 0) }
    for (file, mode) in [("a/x", 0o644), ("b/x", 0o755), ("c/x", 0o755), ("a/y", 0o644)]
      as [(String, mode_t)]
    {
      #expect(chmod(try scratch.file(file, ""), mode) == 0)
    }
    let path = ["a", "b", "c"].map { "\(scratch.path)/\($0)" }.joined(separator: ":")
    #expect(try ProgramPath.find("x", searchPath: path) == scratch.path + "/b/x")
    #expect(try ProgramPath.find("\(scratch.path)/c/x", searchPath: "") == scratch.path + "/c/x")
    #expect(throws: ProgramPath.Problem.notExecutable) {
      try ProgramPath.find("y", searchPath: path)
    }
    #expect(throws: ProgramPath.Problem.missing) { try ProgramPath.find("z", searchPath: path) }
    #expect(throws: ProgramPath.Problem.missing) { try ProgramPath.find("", searchPath: path) }
    #expect(throws: ProgramPath.Problem.isDirectory, "a folder is no program") {
      try ProgramPath.find(scratch.path + "/a", searchPath: path)
    }
  }
}

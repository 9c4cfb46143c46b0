// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct SocketFileTests {
  private let scratch: ScratchFolder
  private let path: String

  init() throws {
    scratch = try ScratchFolder()
    path = scratch.path + "/location.sock"
  }

  /// No permission is changed by name afterwards: the name could stand for another file by then.
  @Test func isForEveryUserAsSoonAsItExists() throws {
    let (file, descriptor) = try SocketFile.listen(at: path, backlog: 1)
    defer { close(descriptor) }
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o666)
    close(try UnixAddress(path).connect())
    file.remove()
    #expect(scratch.names().isEmpty)
  }

  @Test func leavesWhatHasTakenItsPlaceAlone() throws {
    let (file, descriptor) = try SocketFile.listen(at: path, backlog: 1)
    defer { close(descriptor) }
    let error = #expect(throws: SystemError.self) { try SocketFile.listen(at: path, backlog: 1) }
    #expect(error?.errno == EADDRINUSE)
    #expect(unlink(path) == 0)
    _ = try scratch.file("location.sock", "mine")
    file.remove()
    #expect(!SocketFile.removeSocket(at: path))
    #expect(try scratch.text("location.sock") == "mine")
    #expect(unlink(path) == 0 && symlink(scratch.path + "/other.sock", path) == 0)
    let (_, other) = try SocketFile.listen(at: scratch.path + "/other.sock", backlog: 1)
    defer { close(other) }
    #expect(!SocketFile.removeSocket(at: path))
    #expect(scratch.names().sorted() == ["location.sock", "other.sock"])
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FolderTests {
  @Test func listsTheNamesInAFolder() throws {
    let scratch = try ScratchFolder()
    for name in ["one", ".hidden", "folder/inner"] { try scratch.file(name, []) }
    let odd = String(pathBytes: [0x61, 0xFF])
    close(open((scratch.path + "/" + odd).pathBytes, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    #expect(Folder.names(in: scratch.path).sorted() == [".hidden", odd, "folder", "one"].sorted())
  }

  @Test func listsAnOpenFolderEachTimeFromTheStart() throws {
    let scratch = try ScratchFolder()
    try scratch.file("one", [])
    let folder = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    for _ in 0..<2 { #expect(Folder.names(in: dup(folder)) == ["one"]) }
  }

  @Test func findsNothingInWhatIsNoFolder() {
    #expect(Folder.names(in: "/none").isEmpty && Folder.names(in: "/dev/null").isEmpty)
    #expect(Folder.names(in: -1).isEmpty)
  }
}

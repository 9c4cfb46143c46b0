// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct FileStatusTests {
  @Test func tellsALinkFromTheFileToWhichItLeads() throws {
    let scratch = try ScratchFolder()
    // Not UTF-8.
    let file = scratch.path + "/" + String(pathBytes: [0x61, 0xFF])
    close(open(file.pathBytes, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    let link = scratch.path + "/link"
    #expect(symlink(file.pathBytes, link.pathBytes) == 0)
    #expect(stat(ofLink: link)?.kind == S_IFLNK)
    #expect(stat(of: link)?.kind == S_IFREG)
    #expect(stat(of: link)?.identity == stat(of: file)?.identity)
    #expect(stat(ofLink: link)?.identity != stat(of: file)?.identity)
    #expect(linkTarget(of: link).map(String.init(pathBytes:)) == file)
    #expect(realPath(of: link)?.suffix(2) == [0x61, 0xFF])
  }

  @Test func saysWhyItCannotTell() {
    #expect(stat(of: "/none")?.kind == nil && errno == ENOENT)
    #expect(stat(of: -1)?.kind == nil && errno == EBADF)
    #expect(linkTarget(of: "/") == nil && errno == EINVAL)
    #expect(realPath(of: "/none") == nil && errno == ENOENT)
  }
}

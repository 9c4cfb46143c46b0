// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Opens a pipe: the end to read from, and the end to write to.
///
/// Neither is standard input, output or error, and no program inherits them that is started meanwhile.
package func openPipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
  var ends: [CInt] = [-1, -1]
  let number: CInt = spawning.withLock { _ in
    guard pipe(&ends) == 0 else { return errno }
    for index in ends.indices {
      ends[index] = movedAboveStandard(ends[index])
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    }
    return ends.contains { $0 < 0 } ? EMFILE : 0
  }
  guard number == 0 else {
    for end in ends where end >= 0 { close(end) }
    throw SystemError("create", "a pipe", errno: number)
  }
  return (ends[0], ends[1])
}

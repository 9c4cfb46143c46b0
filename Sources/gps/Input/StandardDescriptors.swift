// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The descriptors that every program has at its start: standard input, standard output and standard error.
enum StandardDescriptors {
  /// Occupies those that the program was started without, so that no port and no file gets their numbers.
  ///
  /// Standard input is then empty, writing to standard output fails as if it were still closed, and what is written to
  /// standard error is discarded.
  static func occupy() {
    // In this order, because open(2) returns the lowest free number.
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}

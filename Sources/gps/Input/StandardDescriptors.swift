// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The descriptors that every program has from its start: standard input, standard output and standard error.
enum StandardDescriptors {
  /// Occupies those that the program was started without, so that no port and no file gets their numbers.
  ///
  /// Standard input is empty then, standard output cannot be written, as if it were still closed, and what is written to
  /// standard error goes nowhere.
  static func occupy() {
    // In this order, since open(2) returns the lowest number that is free.
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The program's command-line arguments.
enum Arguments {
  /// The arguments after the program's name; paths in them need not be UTF-8.
  static let all: [String] = {
    // CommandLine.arguments has lost every byte that is not UTF-8.
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        String(
          pathBytes: UnsafeBufferPointer(start: argument, count: strlen(argument)).map(
            UInt8.init(bitPattern:)))
      }
    }
  }()
}

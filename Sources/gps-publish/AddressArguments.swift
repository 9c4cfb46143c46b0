// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LocationPublishing
import ServerAccess

enum AddressArguments {
  /// Returns the destinations that arguments name; `@FILE` stands for the addresses in a file, one on each line.
  ///
  /// Other users can read the arguments of a process, but not the file: the address of a webhook is its password.
  static func read(
    _ arguments: [String], _ credentials: Credentials = .current
  ) throws -> [any Destination] {
    try arguments.flatMap { argument in
      guard argument.hasPrefix("@") else { return [argument] }
      return try credentials.secret(in: String(argument.dropFirst()), "cannot read addresses")
        .split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(String.init)
    }.map { try Destinations.read($0) }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Stands in for the package of that name, so that what reads files in the tool can be fuzzed without it.
/// What an argument can be made into.
public protocol ExpressibleByArgument {
  /// `nil` for an argument that is none.
  init?(argument: String)
}

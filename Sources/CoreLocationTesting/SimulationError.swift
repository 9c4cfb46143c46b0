// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// The reason why a file cannot be simulated, in one line that includes what to try.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The line, safe for a terminal.
  public let description: String

  /// The line.
  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
}

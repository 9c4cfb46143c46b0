// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// Why a file cannot be simulated, in one line, with what to try.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The line, fit for a terminal.
  public let description: String

  /// The line.
  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

extension CLMonitor {
  /// What has become of a condition.
  public struct Event: Sendable {
    /// How it stands with a condition.
    public enum State: UInt, Hashable, Sendable, Codable {
      /// Not known yet.
      case unknown = 0
      /// It holds.
      case satisfied = 1
      /// It does not hold.
      case unsatisfied = 2
      /// It cannot be watched.
      case unmonitored = 3
    }

    /// The condition.
    public let identifier: String
    /// How it stands now.
    public let state: State
    /// The receiver's time of that; for what is no change of place, the machine's.
    public let date: Date
    /// The condition more exactly: always `nil`, for that is for beacons.
    public var refinement: (any CLCondition)? { nil }

    var diagnostics = UpdateDiagnostics()
    /// Whether conditions of this kind cannot be watched.
    public internal(set) var conditionUnsupported = false
    /// Whether the monitor has too many conditions.
    public internal(set) var conditionLimitExceeded = false
    /// Whether the condition is not kept over launches.
    public internal(set) var persistenceUnavailable = false

    init(_ identifier: String, _ state: State, _ date: Date) {
      self.identifier = identifier
      self.state = state
      self.date = date
    }

    /// Whether the person refused.
    public var authorizationDenied: Bool { diagnostics.authorizationDenied }

    /// Whether location services are off for all.
    public var authorizationDeniedGlobally: Bool { diagnostics.authorizationDeniedGlobally }

    /// Whether an administrator forbids it.
    public var authorizationRestricted: Bool { diagnostics.authorizationRestricted }

    /// Whether the application is in the background, where it may not know.
    public var insufficientlyInUse: Bool { diagnostics.insufficientlyInUse }

    /// Whether only reduced accuracy is granted, which is too little.
    public var accuracyLimited: Bool { diagnostics.accuracyLimited }

    /// False: service sessions are never required here.
    public var serviceSessionRequired: Bool { false }

    /// Whether the person is being asked.
    public var authorizationRequestInProgress: Bool { diagnostics.authorizationRequestInProgress }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import LocationAuthorization

extension CLMonitor {
  /// A change of a condition.
  public struct Event: Sendable {
    /// The state of a condition.
    public enum State: UInt, Hashable, Sendable, Codable {
      /// Not known yet.
      case unknown = 0
      /// It is satisfied.
      case satisfied = 1
      /// It is not satisfied.
      case unsatisfied = 2
      /// It cannot be watched.
      case unmonitored = 3
    }

    /// The identifier of the condition.
    public let identifier: String
    /// Its new state.
    public let state: State
    /// When it changed: by the receiver's clock for a change of place, otherwise by the machine's.
    public let date: Date
    /// Always `nil`: it is for beacons only.
    public var refinement: (any CLCondition)? { nil }

    /// The file in which it is stored until a loop gets it; `nil` if it is not.
    var receipt: WakeReceipt?
    var diagnostics = UpdateDiagnostics()
    /// Whether conditions of this kind cannot be watched.
    public internal(set) var conditionUnsupported = false
    /// Whether the monitor has too many conditions.
    public internal(set) var conditionLimitExceeded = false
    /// Whether the condition will be forgotten when the process ends.
    public internal(set) var persistenceUnavailable = false

    /// Whether the person has refused permission.
    public var authorizationDenied: Bool { diagnostics.authorizationDenied }

    /// Whether location services are off on this machine.
    public var authorizationDeniedGlobally: Bool { diagnostics.authorizationDeniedGlobally }

    /// Whether an administrator forbids the use of the location.
    public var authorizationRestricted: Bool { diagnostics.authorizationRestricted }

    /// Whether the application is in the background, where it may not know its location.
    public var insufficientlyInUse: Bool { diagnostics.insufficientlyInUse }

    /// Whether only reduced accuracy is granted, which is not sufficient.
    public var accuracyLimited: Bool { diagnostics.accuracyLimited }

    /// Whether there is no service session, although Info.plist has `NSLocationRequireExplicitServiceSession`.
    public var serviceSessionRequired: Bool { diagnostics.serviceSessionRequired }

    /// Whether the person is being asked now.
    public var authorizationRequestInProgress: Bool { diagnostics.authorizationRequestInProgress }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An addition to Apple's CLLocationManager: usage descriptions for a program that has no bundle.

import LinuxSystem
import LocationAuthorization

extension CLLocationManager {
  /// The texts that tell the person why the application asks for the location.
  public struct UsageDescriptions: Hashable, Sendable {
    /// The text of `NSLocationWhenInUseUsageDescription`.
    public var whenInUse: String
    /// The text of `NSLocationAlwaysAndWhenInUseUsageDescription`; `nil` for an application that does not ask for Always.
    public var alwaysAndWhenInUse: String?
    /// The texts of `NSLocationTemporaryUsageDescriptionDictionary`, by purpose key.
    public var temporaryFullAccuracy: [String: String]

    /// Creates the texts that an Info.plist would contain.
    public init(
      whenInUse: String, alwaysAndWhenInUse: String? = nil,
      temporaryFullAccuracy: [String: String] = [:]
    ) {
      self.whenInUse = whenInUse
      self.alwaysAndWhenInUse = alwaysAndWhenInUse
      self.temporaryFullAccuracy = temporaryFullAccuracy
    }
  }

  /// Sets the texts of a program that has no Info.plist; call it before using any other part of Core Location.
  ///
  /// ```swift
  /// CLLocationManager.setUsageDescriptions(
  ///   .init(whenInUse: "Shows the weather where you are.")
  /// )
  /// ```
  ///
  /// They replace those of an Info.plist. Once a manager has been created, they have no effect.
  public static func setUsageDescriptions(_ descriptions: UsageDescriptions) {
    DeclaredDescriptions.shared.declare(descriptions)
  }
}

/// The texts that the application has declared, kept until the engine of the process is created.
final class DeclaredDescriptions: Sendable {
  static let shared = DeclaredDescriptions()

  private let texts = Mutex<CLLocationManager.UsageDescriptions?>(nil)

  func declare(_ descriptions: CLLocationManager.UsageDescriptions) {
    texts.withLock { $0 = descriptions }
  }

  /// Returns the application with the declared texts in place of its own, if there are any.
  func applied(to application: Application) -> Application {
    guard let texts = texts.withLock({ $0 }) else { return application }
    var descriptions = application.descriptions
    descriptions.whenInUse = texts.whenInUse
    descriptions.alwaysAndWhenInUse = texts.alwaysAndWhenInUse
    descriptions.always = nil
    descriptions.temporary = texts.temporaryFullAccuracy
    return Application(application.identity, descriptions)
  }
}

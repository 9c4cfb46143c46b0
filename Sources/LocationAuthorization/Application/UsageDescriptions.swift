// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why an application needs the location, in its own words; `nil` where it gives no reason.
package struct UsageDescriptions: Hashable, Sendable {
  /// The text of the first question.
  package var whenInUse: String?
  /// The text of the question for Always.
  package var alwaysAndWhenInUse: String?
  /// The older text for both questions.
  package var always: String?
  /// The texts for temporary full accuracy, by purpose key.
  package var temporary: [String: String]?
  /// Whether an iteration over updates or events requests nothing by itself, since the application holds a session for
  /// that.
  package var requiresExplicitSession: Bool?

  package static let temporaryKey = CodingKeys.temporary.rawValue

  /// The keys that a request for Always lacks; none if the request may be made.
  ///
  /// The older text alone is sufficient.
  package var keysMissingForAlways: [String] {
    guard always == nil else { return [] }
    return [
      whenInUse == nil ? CodingKeys.whenInUse : nil,
      alwaysAndWhenInUse == nil ? CodingKeys.alwaysAndWhenInUse : nil,
    ].compactMap { $0?.rawValue }
  }

  package var keysMissingForWhenInUse: [String] {
    whenInUse == nil ? [CodingKeys.whenInUse.rawValue] : []
  }

  /// Returns the code by which a program without an Info.plist states why it needs the location.
  static func declaration(of missing: [String]) -> String {
    let always =
      missing.contains(CodingKeys.alwaysAndWhenInUse.rawValue)
      ? ", alwaysAndWhenInUse: \"Why in the background\"" : ""
    return "CLLocationManager.setUsageDescriptions(.init(whenInUse: \"Why you need it\"\(always)))"
  }
}

extension UsageDescriptions: Decodable {
  private enum CodingKeys: String, CodingKey {
    case whenInUse = "NSLocationWhenInUseUsageDescription"
    case alwaysAndWhenInUse = "NSLocationAlwaysAndWhenInUseUsageDescription"
    case always = "NSLocationAlwaysUsageDescription"
    case temporary = "NSLocationTemporaryUsageDescriptionDictionary"
    case requiresExplicitSession = "NSLocationRequireExplicitServiceSession"
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

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

/// The relevant content of an Info.plist.
package struct InformationPropertyList: Sendable {
  /// The environment variable that names an Info.plist for an executable outside a bundle.
  package static let variable = "CORELOCATION_INFO_PLIST"

  /// `CFBundleIdentifier`, if it is valid.
  package var identifier: ApplicationIdentifier?
  /// `CFBundleDisplayName`, else `CFBundleName`.
  package var name: String?
  package var descriptions: UsageDescriptions

  /// Reads an Info.plist in XML; returns `nil` if there is no such file.
  ///
  /// - Parameter isNamed: whether the user named this file. A file found by searching counts only if no users but root
  ///   and this user may write to its directory.
  /// - Throws: if another user may have written it, if it cannot be read, or if it is damaged.
  package static func read(
    _ path: String, isNamed: Bool = false
  ) throws(AuthorizationError) -> InformationPropertyList? {
    guard let file = try TrustedFile.read(path, looksAtDirectory: !isNamed) else { return nil }
    if let fault = file.fault { throw AuthorizationError(.honor, path, .notHonored(fault)) }
    guard !file.bytes.starts(with: "bplist".utf8) else {
      throw AuthorizationError(.read, path, .binary)
    }
    do {
      return try BoundedDecoding.propertyList(InformationPropertyList.self, from: file.bytes)
    } catch {
      throw AuthorizationError(.read, path, .damaged(error.reason))
    }
  }

  // MARK: Places

  /// Returns where the Info.plist of an executable's bundle may be: the places that Foundation knows on Linux, and
  /// `X.app/Contents/MacOS`.
  static func places(inBundleOf executable: String) -> [String] {
    let folder = WholeFile.parent(of: executable)
    let contents = WholeFile.parent(of: folder)
    let isInBundle =
      contents.hasSuffix("/Contents") && WholeFile.parent(of: contents).hasSuffix(".app")
    return (isInBundle ? [contents + "/Info.plist"] : []) + places(inBundle: folder)
  }

  static func places(inBundle folder: String) -> [String] {
    ["Contents/", "Resources/", ""].map { "\(folder)/\($0)Info.plist" }
  }

  /// Returns the path next to an executable, which is for that executable only.
  static func place(beside executable: String) -> String { executable + ".Info.plist" }

  /// Returns the paths in the resources that SwiftPM puts next to an executable: `PACKAGE_EXECUTABLE.resources`.
  ///
  /// SwiftPM does not accept an Info.plist at their top level, so it is in a folder, usually `Resources`.
  static func places(inResourcesOf executable: String) -> [String] {
    let folder = WholeFile.parent(of: executable)
    let name = executable.split(separator: "/").last ?? ""
    let bundles = Folder.names(in: folder).filter { $0.hasSuffix("_\(name).resources") }
    return bundles.sorted().flatMap { bundle in
      ["Resources/Info.plist", "Info.plist"].map { "\(folder)/\(bundle)/\($0)" }
    }
  }
}

extension InformationPropertyList: Decodable {
  private enum CodingKeys: String, CodingKey {
    case identifier = "CFBundleIdentifier"
    case displayName = "CFBundleDisplayName"
    case name = "CFBundleName"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let identifier = try members.decodeIfPresent(String.self, forKey: .identifier) ?? ""
    if Self.isIdentifier(identifier) { self.identifier = ApplicationIdentifier(identifier) }
    name =
      try members.decodeIfPresent(String.self, forKey: .displayName)
      ?? members.decodeIfPresent(String.self, forKey: .name)
    descriptions = try UsageDescriptions(from: decoder)
  }

  /// Whether a text can be a bundle identifier, so that it is never taken for a path.
  private static func isIdentifier(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.allSatisfy(\.isOfIdentifiers)
  }
}

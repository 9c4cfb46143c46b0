// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// What an Info.plist says, as far as it matters here.
package struct InformationPropertyList: Sendable {
  /// The environment variable that names one for an executable that is in no bundle.
  package static let variable = "CORELOCATION_INFO_PLIST"

  /// `CFBundleIdentifier`.
  package var identifier: String?
  /// `CFBundleDisplayName`, else `CFBundleName`.
  package var name: String?
  package var descriptions: UsageDescriptions

  /// Reads one, XML or binary; `nil` if there is no such file.
  ///
  /// - Throws: if it cannot be read, or is damaged.
  package static func read(_ path: String) throws(AuthorizationError) -> InformationPropertyList? {
    guard let content = try FileContent.read(path) else { return nil }
    do {
      return try PropertyListDecoder().decode(InformationPropertyList.self, from: content)
    } catch {
      throw AuthorizationError(.read, path, .damaged(FileContent.reason(error)))
    }
  }

  /// Where that of the bundle may be which an executable is in: the places that Foundation knows on Linux, and
  /// `X.app/Contents/MacOS`.
  static func places(inBundleOf executable: String) -> [String] {
    let folder = FileContent.parent(of: executable)
    let contents = FileContent.parent(of: folder)
    let isInBundle =
      contents.hasSuffix("/Contents") && FileContent.parent(of: contents).hasSuffix(".app")
    return (isInBundle ? [contents + "/Info.plist"] : []) + places(inBundle: folder)
  }

  static func places(inBundle folder: String) -> [String] {
    ["Contents/", "Resources/", ""].map { "\(folder)/\($0)Info.plist" }
  }

  /// Beside an executable, and of this one alone.
  static func place(beside executable: String) -> String { executable + ".Info.plist" }
}

extension InformationPropertyList: Decodable {
  private enum CodingKeys: String, CodingKey {
    case identifier = "CFBundleIdentifier"
    case displayName = "CFBundleDisplayName"
    case name = "CFBundleName"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let identifier = try members.decodeIfPresent(String.self, forKey: .identifier)
    self.identifier = identifier?.isEmpty == true ? nil : identifier
    name =
      try members.decodeIfPresent(String.self, forKey: .displayName)
      ?? members.decodeIfPresent(String.self, forKey: .name)
    descriptions = try UsageDescriptions(from: decoder)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// An application as its files describe it: its identity, and why it asks for the location.
package struct Application: Sendable {
  package let identity: ApplicationIdentity
  package let descriptions: UsageDescriptions
  /// What could not be read, one line each; not escaped.
  package let complaints: [String]

  package init(_ identity: ApplicationIdentity, _ descriptions: UsageDescriptions) {
    self.identity = identity
    self.descriptions = descriptions
    complaints = []
  }

  /// Reads the application of an executable.
  ///
  /// Only its bundle determines the identity. Its texts are read from the given file, else from
  /// `EXECUTABLE.Info.plist`, else from the resources that SwiftPM made for it, else from the bundle.
  ///
  /// - Parameters:
  ///   - executable: a real path. If it is not UTF-8, no files are looked for next to it.
  ///   - propertyList: an Info.plist for the texts.
  package init(executable: Executable, propertyList: String?) {
    var complaints: [String] = []
    func read(_ path: String, isNamed: Bool = false) -> InformationPropertyList? {
      do {
        let list = try InformationPropertyList.read(path, isNamed: isNamed)
        if list == nil, isNamed {
          complaints.append(AuthorizationError(.read, path, .missing).description)
        }
        return list
      } catch {
        complaints.append(error.description)
        return nil
      }
    }
    func first(_ paths: [String]) -> InformationPropertyList? {
      paths.lazy.compactMap { read($0) }.first
    }
    let path = String(validating: executable.path.bytes, as: UTF8.self)
    let named = propertyList.flatMap { read($0, isNamed: true) }
    let bundle = path.flatMap { first(InformationPropertyList.places(inBundleOf: $0)) }
    let texts =
      named ?? path.flatMap { read(InformationPropertyList.place(beside: $0)) }
      ?? path.flatMap { first(InformationPropertyList.places(inResourcesOf: $0)) } ?? bundle
    identity = ApplicationIdentity(
      identifier: bundle?.identifier ?? executable.path, name: texts?.name ?? bundle?.name,
      executable: executable)
    descriptions = texts?.descriptions ?? UsageDescriptions()
    self.complaints = complaints
  }

  /// Returns the application of this process.
  ///
  /// - Parameter propertyList: an Info.plist for the texts; without one, the one named by
  ///   ``InformationPropertyList/variable``.
  package static func current(propertyList: String? = nil) -> Application {
    Application(
      executable: Executable.current ?? Executable(path: "unknown"),
      propertyList: propertyList ?? Environment.current[InformationPropertyList.variable])
  }

  /// Returns the identifier for the path of an executable or a bundle.
  ///
  /// - Throws: if there is no such file, or if it is a directory but not a bundle.
  package static func identifier(
    ofPath path: String
  ) throws(AuthorizationError) -> ApplicationIdentifier {
    guard let real = realPath(of: path), let status = stat(of: path) else {
      throw AuthorizationError(.find, path, errno: errno)
    }
    let isDirectory = status.kind == S_IFDIR
    if let real = String(validating: real, as: UTF8.self) {
      let places =
        isDirectory
        ? InformationPropertyList.places(inBundle: real)
        : InformationPropertyList.places(inBundleOf: real)
      for place in places {
        // As for the application itself, unreadable files are ignored.
        if let list = try? InformationPropertyList.read(place), let identifier = list.identifier {
          return identifier
        }
      }
    }
    guard !isDirectory else { throw AuthorizationError(.find, path, .notAnApplication) }
    return ApplicationIdentifier(real)
  }
}

/// The subject of a decision, and what people are shown of it.
package struct ApplicationIdentity: Hashable, Sendable {
  /// Its bundle identifier, else the real path of its executable.
  package let identifier: ApplicationIdentifier
  /// Its name for people, in its own words: not trusted, and not escaped.
  package let name: String
  /// The file that is running; `nil` if that cannot be determined.
  package let executable: Executable?

  /// - Parameter name: its own name; without it, the last component of the identifier's path.
  package init(
    identifier: ApplicationIdentifier, name: String? = nil, executable: Executable? = nil
  ) {
    self.identifier = identifier
    let words = identifier.description
    self.name = name ?? words.split(separator: "/").last.map(String.init) ?? words
    self.executable = executable
  }
}

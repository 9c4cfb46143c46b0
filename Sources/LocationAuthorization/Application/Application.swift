// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// An application as its files describe it: who it is, and why it asks for the location.
package struct Application: Sendable {
  package let identity: ApplicationIdentity
  package let descriptions: UsageDescriptions
  /// What could not be read, a line each; not escaped.
  package let complaints: [String]

  /// - Parameters:
  ///   - identity: instead of what its files say.
  ///   - descriptions: instead of what its files say.
  package init(_ identity: ApplicationIdentity, _ descriptions: UsageDescriptions) {
    self.identity = identity
    self.descriptions = descriptions
    complaints = []
  }

  /// The application of an executable.
  ///
  /// Its bundle alone says who it is. Its texts are in the file that is named, else in `EXECUTABLE.Info.plist`, else in
  /// the resources that SwiftPM made for it, else in the bundle.
  ///
  /// - Parameters:
  ///   - executable: a real path. Beside one that is not UTF-8 no files are looked for.
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

  /// That of this process.
  ///
  /// - Parameter propertyList: an Info.plist for the texts; without one, what ``InformationPropertyList/variable``
  ///   names.
  package static func current(propertyList: String? = nil) -> Application {
    let variable = getenv(InformationPropertyList.variable).map { String(cString: $0) }
    return Application(
      executable: Executable.current ?? Executable(path: "unknown"),
      propertyList: propertyList ?? variable)
  }

  /// Who is meant by a path: an executable or a bundle.
  ///
  /// - Throws: if there is no such file, or if it is a directory and no bundle.
  package static func identifier(
    ofPath path: String
  ) throws(AuthorizationError) -> ApplicationIdentifier {
    guard let real = realPath(path) else { throw AuthorizationError(.find, path, errno: errno) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw AuthorizationError(.find, path, errno: errno) }
    let isDirectory = status.st_mode & S_IFMT == S_IFDIR
    if let real = String(validating: real, as: UTF8.self) {
      let places =
        isDirectory
        ? InformationPropertyList.places(inBundle: real)
        : InformationPropertyList.places(inBundleOf: real)
      for place in places {
        // As the application itself: what cannot be read says nothing.
        if let list = try? InformationPropertyList.read(place), let identifier = list.identifier {
          return identifier
        }
      }
    }
    guard !isDirectory else { throw AuthorizationError(.find, path, .notAnApplication) }
    return ApplicationIdentifier(real)
  }

  private static func realPath(_ path: String) -> [UInt8]? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
  }
}

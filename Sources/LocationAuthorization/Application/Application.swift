// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// An application as its files tell it: who it is, and why it wants the location.
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
  /// Who it is is said by its bundle alone. Its texts are in the file that is named, else in `EXECUTABLE.Info.plist`,
  /// else in that of the bundle.
  ///
  /// - Parameters:
  ///   - executable: a real path.
  ///   - propertyList: an Info.plist for the texts.
  package init(executable: String, propertyList: String?) {
    var complaints: [String] = []
    func read(_ path: String) -> InformationPropertyList? {
      do {
        return try InformationPropertyList.read(path)
      } catch {
        complaints.append(error.description)
        return nil
      }
    }
    var named: InformationPropertyList?
    if let propertyList {
      named = read(propertyList)
      if named == nil, complaints.isEmpty {
        complaints.append(AuthorizationError(.read, propertyList, .missing).description)
      }
    }
    let bundle = InformationPropertyList.places(inBundleOf: executable).lazy.compactMap(read).first
    let texts = named ?? read(InformationPropertyList.place(beside: executable)) ?? bundle
    identity = ApplicationIdentity(
      identifier: bundle?.identifier ?? executable, name: texts?.name ?? bundle?.name)
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
      executable: ownExecutable ?? "unknown", propertyList: propertyList ?? variable)
  }

  /// Who is meant by a path: an executable or a bundle.
  ///
  /// - Throws: if there is no such file, or if it is a directory and no bundle.
  package static func identifier(ofPath path: String) throws(AuthorizationError) -> String {
    guard let real = realPath(path) else { throw AuthorizationError(.find, path, errno: errno) }
    var status = stat()
    guard stat(real, &status) == 0 else { throw AuthorizationError(.find, path, errno: errno) }
    let isDirectory = status.st_mode & S_IFMT == S_IFDIR
    let places =
      isDirectory
      ? InformationPropertyList.places(inBundle: real)
      : InformationPropertyList.places(inBundleOf: real)
    for place in places {
      // As the application itself: what cannot be read says nothing.
      if let found = try? InformationPropertyList.read(place), let identifier = found.identifier {
        return identifier
      }
    }
    guard !isDirectory else { throw AuthorizationError(.find, path, .notAnApplication) }
    return real
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The real path of the executable of this process.
  private static var ownExecutable: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(
      decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    // What the kernel says when a newer one has been installed meanwhile.
    let gone = " (deleted)"
    return path.hasSuffix(gone) && access(path, F_OK) != 0
      ? String(path.dropLast(gone.count)) : path
  }
}

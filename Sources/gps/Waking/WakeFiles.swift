// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization

/// The files of all programs that have registered, and a watch over them.
final class WakeFiles {
  private let state: String
  private var watch: FileWatch
  private var paths: [String]

  init(_ state: String) throws {
    self.state = state
    paths = Self.paths(state, [])
    watch = try Self.watch(paths)
  }

  /// Readable when something may have changed.
  var descriptor: CInt { watch.descriptor }

  func rearm() { watch.rearm() }

  /// Returns the applications that have a folder, and watches their files from now on.
  func follow() -> [ApplicationIdentifier] {
    while true {
      watch.rearm()
      let applications = Self.applications(state)
      let wanted = Self.paths(state, applications)
      guard wanted != paths, let new = try? Self.watch(wanted) else { return applications }
      paths = wanted
      watch = new
    }
  }

  private static func watch(_ paths: [String]) throws -> FileWatch {
    let descriptor = FileWatch.descriptor()
    guard descriptor >= 0 else { throw SystemError("watch", "files", errno: errno) }
    return FileWatch(descriptor, paths: paths)
  }

  /// Returns the applications that have registered, in the order of their names.
  static func applications(_ state: String) -> [ApplicationIdentifier] {
    let root = WakeFolder.root(state)
    guard (try? PrivateDirectory.isPrivate(root)) == true else { return [] }
    return Folder.names(in: root).sorted().compactMap { name in
      let path = "\(root)/\(name)"
      guard (try? PrivateDirectory.isPrivate(path)) == true,
        let registration = try? WakeFolder.registration(in: path),
        // The folder of another application is not this one's, whatever it says.
        WakeFolder(state: state, application: registration.application).path == path
      else { return nil }
      return registration.application
    }
  }

  private static func paths(
    _ state: String, _ applications: [ApplicationIdentifier]
  ) -> [String] {
    var paths = ["\(WakeFolder.root(state))/any"]
    for name in Folder.names(in: WakeFolder.root(state)).sorted() {
      paths.append("\(WakeFolder.root(state))/\(name)/any")
    }
    for application in applications {
      let folder = WakeFolder(state: state, application: application)
      paths += [
        folder.eventsPath + "/any", WatchedCircle.regionsFile(state, application),
        WatchedCircle.monitorsFolder(state, application) + "/any",
      ]
    }
    let directories = AuthorizationDirectories.current
    return paths + [directories.policy] + (directories.decisions.map { ["\($0)/any"] } ?? [])
  }
}

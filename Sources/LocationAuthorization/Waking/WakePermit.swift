// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Whether an application that has registered may be started, by all the rules.
///
/// What others could have written is not started because it lies where we look: each rule is checked before each start.
package enum WakePermit {
  /// Why an application is not started, in a few words for people.
  package struct Refusal: Error, Hashable, Sendable {
    package let reason: String
    /// Whether it does not count as registered at all.
    package var isUnknown = false
  }

  /// Checks the registration, the decision and the file.
  package static func check(
    _ registration: WakeRegistration, _ directories: AuthorizationDirectories = .current
  ) throws(Refusal) {
    let executable = registration.executable
    guard registration.user == geteuid() else {
      throw Refusal(reason: "registered by user \(registration.user)", isUnknown: true)
    }
    guard !executable.isElsewhere else {
      throw Refusal(reason: "registered in a mount namespace of its own", isUnknown: true)
    }
    try checkDecision(registration, directories)
    try checkFile(executable)
  }

  private static func checkDecision(
    _ registration: WakeRegistration, _ directories: AuthorizationDirectories
  ) throws(Refusal) {
    let identity = ApplicationIdentity(
      identifier: registration.application,
      executable: Executable(path: registration.executable.path))
    var files = AuthorizationFiles(
      of: identity, store: directories.decisions.map { DecisionStore(directory: $0) },
      policy: PolicyFile(path: directories.policy))
    _ = files.refresh()
    switch files.records.status {
    case .authorizedAlways where files.records.decision?.isProvisional != true: return
    case .authorizedAlways: throw Refusal(reason: "always, but not confirmed yet")
    case .authorizedWhenInUse: throw Refusal(reason: "allowed only while it is in use")
    case .denied: throw Refusal(reason: "denied")
    case .restricted: throw Refusal(reason: "restricted by the administrator")
    case .notDetermined: throw Refusal(reason: files.records.obstacle ?? "no longer allowed")
    }
  }

  /// Checks that the file is the one that registered, and that no untrusted user can have written or can exchange it.
  private static func checkFile(_ executable: RegisteredExecutable) throws(Refusal) {
    let path = String(pathBytes: executable.path.bytes)
    guard path.hasPrefix("/") else { throw Refusal(reason: "its path is not absolute") }
    do throws(TrustedPath.Fault) {
      var folder = ""
      _ = try TrustedPath.status(of: "/")
      // Byte by byte: a name that begins with an accent would hide the slash before it.
      for step in path.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
        folder += "/" + String(Substring(step))
        guard try TrustedPath.status(of: folder)?.kind == S_IFDIR else {
          throw .untrusted("\(folder) is no longer a directory")
        }
      }
      guard let status = try TrustedPath.status(of: path) else {
        throw .untrusted("\(path) no longer exists")
      }
      guard executable.isSame(as: status) else {
        throw .untrusted("\(path) was replaced; it registers when it next runs")
      }
      guard RegisteredExecutable.isPlain(status) else {
        throw .untrusted("\(path) runs with other rights than those of its caller")
      }
    } catch {
      switch error {
      case .system(let number): throw Refusal(reason: "\(path): \(describe(errno: number))")
      case .untrusted(let reason): throw Refusal(reason: reason)
      }
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// A guard that keeps simulations, which ask nobody for permission, out of released applications.
enum ReleaseGuard {
  static var isReleaseBuild: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// Returns why simulations are not allowed; `nil` if they are.
  static func refusal(isAllowed: Bool, isReleaseBuild: Bool = isReleaseBuild) -> String? {
    guard isReleaseBuild, !isAllowed else { return nil }
    return
      "cannot simulate locations: this is a release build, and simulations are for tests; "
      + "build for debugging, or set isAllowedInReleaseBuilds"
  }
}

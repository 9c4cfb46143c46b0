// Core Location for Linux. SPDX-License-Identifier: MIT

/// The version of the package, which `gps --version` prints.
enum Version {
  /// The version of the topmost release in CHANGELOG.md; the next one with `-dev` while there are unreleased changes.
  static let current = "0.1.0-dev"
}

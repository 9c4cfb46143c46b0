// Core Location for Linux. SPDX-License-Identifier: MIT

/// Decides what the application may know.
package protocol Authorizer: Sendable {
  /// What it may know now.
  var permission: Permission { get }

  /// Asks the person; returns at once.
  func requestWhenInUse()
  /// Asks the person; returns at once.
  func requestAlways()
  /// Asks the person because of what the application does, unless it has said that it holds a session for that; returns
  /// at once.
  func requestImplicitly()
  /// Asks the person for full accuracy while in use, with the text of a key; answers on any thread.
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void)

  /// Something that needs Always is due in the background; answers, on any thread, whether it may be reported.
  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void)

  /// Reports every change from now on, on any thread.
  func observe(_ changed: @escaping @Sendable (Permission) -> Void)

  /// The application says whether it is in use; `nil` takes that back.
  func setInUse(_ isInUse: Bool?)

  /// Shows people what the location is used for; an empty set, that it is not used.
  func showUse(_ use: ServiceSet, showsIndicator: Bool)
}

// Core Location for Linux. SPDX-License-Identifier: MIT

/// Who decides what the application may know.
protocol Authorizer: Sendable {
  /// What it may know now.
  var permission: Permission { get }

  /// Asks the person; returns at once.
  func requestWhenInUse()
  /// Asks the person; returns at once.
  func requestAlways()
  /// Asks the person for full accuracy while in use, with the text of a key; answers on any thread.
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void)

  /// Something that needs Always is to be told in the background; answers, on any thread, whether it may be.
  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void)

  /// Tells of every change from now on, on any thread.
  func observe(_ changed: @escaping @Sendable (Permission) -> Void)

  /// Says what the location is used for, for people to see; nothing says that it is not used.
  func noteUse(_ use: ServiceSet, showsIndicator: Bool)
}

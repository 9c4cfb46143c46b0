// Core Location for Linux. SPDX-License-Identifier: MIT

/// When what happened in the present connection; `nil` for what has not.
struct ConnectionTimes {
  var began: Duration?
  /// When the request was sent.
  var opened: Duration?
  var positionSent: Duration?
  /// When the caster granted it.
  var accepted: Duration?
  /// When a refusal began, whose text may follow.
  var refused: Duration?
  /// When data began; `nil` once that was told.
  var receiving: Duration?
  /// Since when an incomplete frame waits.
  var partial: Duration?
  /// When to connect again.
  var retry: Duration?
}

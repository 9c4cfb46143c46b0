// Core Location for Linux. SPDX-License-Identifier: MIT

/// Returns the time that is left, in words, if the rest takes as long as what is done.
///
/// - Parameter part: what is done, 0 to 1.
/// - Returns: `nil` at the begin and at the end, and before two seconds: an earlier estimate would only jump.
package func timeLeft(done part: Double, after elapsed: Duration) -> String? {
  guard part > 0, part < 1, elapsed >= .seconds(2) else { return nil }
  return "\(durationText(max(1, elapsed / .seconds(1) * (1 - part) / part))) left"
}

/// Formats a duration in its largest units, usually two.
package func durationText(_ seconds: Double, units most: Int = 2) -> String {
  let whole = Int(seconds.rounded())
  let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
  guard let first = units.firstIndex(where: { whole >= $0.0 }) else { return "0 s" }
  var parts = ["\(whole / units[first].0) \(units[first].1)"]
  if most > 1, first + 1 < units.count {
    let next = whole % units[first].0 / units[first + 1].0
    if next > 0 { parts.append("\(next) \(units[first + 1].1)") }
  }
  return parts.joined(separator: " ")
}

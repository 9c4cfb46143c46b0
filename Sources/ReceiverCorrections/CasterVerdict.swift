// Core Location for Linux. SPDX-License-Identifier: MIT

/// Why a caster's answer is not the data that was asked for.
package enum CasterVerdict: Hashable, Sendable {
  case wrongPassword
  /// There is no such mountpoint; the table, if the caster has sent it instead.
  case unknownMountpoint(SourceTable?)
  case table(SourceTable)
  /// It is another kind of server; the beginning of what it sent.
  case notACaster(String)
  /// It wants nothing of this address for a while.
  case banned(String)
  /// It refuses, in its own words.
  case refused(String)
  /// The data is somewhere else, at this URL or path.
  case redirect(String)
  /// It has closed the connection without an answer.
  case nothing
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationJSON

/// How the corrections are doing that a service passes on to its receiver.
///
/// The names of its properties are those in the output of `gps status`.
package struct CorrectionReport: Hashable, Sendable, Encodable {
  /// `connecting`, `connected`, `waitingForPosition`, `receiving`, `silent`, `wrongPassword`, `unknownMountpoint`,
  /// `notACaster`, `banned`, `refused` or `unreachable`.
  package var state: String
  /// Where they come from, without secrets.
  package var source: String
  /// The state for people; parts of the text may come from the server.
  package var explanation: String
  /// `RTCM 3` or `SPARTN`; `nil` before the first data, and for anything else.
  package var format: String?
  /// Of the last seconds; `nil` while none arrive.
  package var bytesPerSecond: Double?
  package var station: Int?
  /// How far the base is, meters.
  package var baseDistance: Double?
  /// How long ago the last data arrived, seconds.
  package var age: Double?
  /// Number of frames that were dropped because the receiver's line was slower.
  package var dropped = 0

  package init(state: String, source: String, explanation: String) {
    (self.state, self.source, self.explanation) = (state, source, explanation)
  }

  package func set(in object: inout JSONObject) {
    object.set("state", state)
    object.set("source", source)
    object.set("explanation", explanation.shortened(toBytes: 1000))
    object.set("format", format)
    object.set("bytesPerSecond", bytesPerSecond, decimals: 0)
    object.set("station", station)
    object.set("baseDistance", baseDistance, decimals: 0)
    object.set("age", age, decimals: 1)
    object.set("dropped", dropped)
  }

  /// Reads a report; `nil` without a state.
  package init?(json value: JSONValue?) {
    guard let value, let state = value["state"]?.string else { return nil }
    self.init(
      state: state, source: value["source"]?.string ?? "",
      explanation: value["explanation"]?.string ?? state)
    format = value["format"]?.string
    bytesPerSecond = value["bytesPerSecond"]?.number
    station = value["station"]?.integer
    baseDistance = value["baseDistance"]?.number
    age = value["age"]?.number
    dropped = value["dropped"]?.integer ?? 0
  }
}

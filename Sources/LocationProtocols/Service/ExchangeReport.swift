// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationJSON

/// What a service does with its receiver besides reporting positions: it takes time from it, and gives it corrections.
package struct ExchangeReport: Hashable, Sendable {
  /// `nil` if no socket for samples of time was named.
  package var time: TimeReport?
  /// `nil` if no source of corrections was named.
  package var corrections: CorrectionReport?

  package init(time: TimeReport? = nil, corrections: CorrectionReport? = nil) {
    (self.time, self.corrections) = (time, corrections)
  }

  package func set(in object: inout JSONObject) {
    object.set("class", "exchange")
    if let time { object.set("time", time.set) }
    if let corrections { object.set("corrections", corrections.set) }
  }

  init(json value: JSONValue) {
    time = TimeReport(json: value["time"])
    corrections = CorrectionReport(json: value["corrections"])
  }
}

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
    bytesPerSecond = value.quantity("bytesPerSecond")
    station = value.count("station")
    baseDistance = value.quantity("baseDistance")
    age = value.quantity("age")
    dropped = value["dropped"]?.integer ?? 0
  }
}

/// How the samples of time are doing that a service sends to chronyd or ntpd-rs.
///
/// The names of its properties are those in the output of `gps status`.
package struct TimeReport: Hashable, Sendable, Encodable {
  package struct Socket: Hashable, Sendable, Encodable {
    package var path: String
    /// `connected`, `absent` or `refused`.
    package var state: String
    /// Why it is refused, for people.
    package var explanation: String?

    package init(path: String, state: String, explanation: String? = nil) {
      (self.path, self.state, self.explanation) = (path, state, explanation)
    }
  }

  /// `waitingForFix`, `leapSecondsUnknown`, `contradictory`, `noPause`, `settling` or `sampling`.
  package var state: String
  package var sockets: [Socket]
  /// The number of samples since the service began.
  package var samples = 0
  /// The median of the last offsets, seconds: true time less machine's time; `nil` before the first sample.
  package var offset: Double?
  /// Their standard deviation, seconds; `nil` before the second sample.
  package var spread: Double?

  package init(state: String, sockets: [Socket]) { (self.state, self.sockets) = (state, sockets) }

  package func set(in object: inout JSONObject) {
    object.set("state", state)
    object.set("samples", samples)
    object.set("offset", offset, decimals: 6)
    object.set("spread", spread, decimals: 6)
    object.set("sockets", sockets.prefix(16)) { socket, object in
      object.set("path", socket.path)
      object.set("state", socket.state)
      object.set("explanation", socket.explanation)
    }
  }

  /// Reads a report; `nil` without a state.
  package init?(json value: JSONValue?) {
    guard let value, let state = value["state"]?.string else { return nil }
    self.init(
      state: state,
      sockets: (value["sockets"]?.array ?? []).compactMap { socket in
        guard let path = socket["path"]?.string, let state = socket["state"]?.string else {
          return nil
        }
        return Socket(path: path, state: state, explanation: socket["explanation"]?.string)
      })
    samples = value["samples"]?.integer ?? 0
    (offset, spread) = (value.quantity("offset"), value.quantity("spread"))
  }
}

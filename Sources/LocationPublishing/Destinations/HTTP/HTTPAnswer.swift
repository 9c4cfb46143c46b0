// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ServerAccess
import TrackStore

/// An HTTP server's answer to a position.
package struct HTTPAnswer: Hashable, Sendable {
  /// The status code, 100…599.
  package var status: Int
  /// How long the server asks clients to wait (Retry-After), seconds; `nil` if it does not say.
  package var retryAfter: Int?
  /// The address to which it redirects.
  package var location: String?
  package var body: [UInt8] = []

  /// Returns why the position does not count as delivered; `nil` if it does.
  package func failure(at address: HTTPDestination) -> DeliveryError? {
    switch status {
    case 200..<300: portal(at: address)
    case 301, 308:
      .refused(
        "\(address) has moved\(place.map { " to \($0.escapedForTerminal)" } ?? ""); publish to that address",
        exitCode: EX_CONFIG)
    case 300..<400:
      .later("\(address) redirects elsewhere (status \(status)); the network may require a login")
    case 401:
      .refused(
        "\(address) refuses \(address.server.user == nil ? "clients without a user" : "user or password")"
          + " (status 401); check USER@ and password-file=", exitCode: EX_NOPERM)
    case 403:
      .refused(
        "\(address) does not allow publishing (status 403); check the rights of the user",
        exitCode: EX_NOPERM)
    case 404, 410:
      .refused(
        "\(address) has nothing at this path (status \(status)); check the address",
        exitCode: EX_CONFIG)
    case 407: .refused("the proxy asks for a password (status 407)", exitCode: EX_NOPERM)
    case 408, 429: later("\(address) asks to try again later (status \(status))")
    case 400..<500:
      .refused(
        "\(address) rejects the position (status \(status)); "
          + "check that it knows the device and the format", exitCode: EX_DATAERR)
    default: later("\(address) is not working at the moment (status \(status))")
    }
  }

  /// The scheme and host of the new address; its path may be a secret.
  private var place: String? {
    guard let location else { return nil }
    let parts = location.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[1].isEmpty, let host = parts[2].split(separator: "@").last else {
      return nil
    }
    return "\(parts[0])//\(host.prefix { !"?#".contains($0) })"
  }

  private func later(_ reason: String) -> DeliveryError {
    .later(reason, after: retryAfter.map { .seconds($0) })
  }

  /// Returns the error for a web page in place of an answer, as networks that ask to log in send for every server.
  ///
  /// No server that accepts positions answers with one.
  private func portal(at address: HTTPDestination) -> DeliveryError? {
    guard body.first(where: { !$0.isBlank }) == UInt8(ascii: "<") else { return nil }
    return .later("\(address) answers with a web page; the network may require a login")
  }
}

/// A request that is posted to an HTTP server: one position, or one event.
struct HTTPRequest: Hashable {
  let contentType: String
  let body: [UInt8]

  /// Returns the requests for a report; none without a date.
  static func requests(
    _ report: PositionReport, format: HTTPDestination.Format, topic: String
  ) -> [HTTPRequest] {
    switch format {
    case .osmand:
      return OsmAnd.form(report).map {
        [HTTPRequest(contentType: "application/x-www-form-urlencoded", body: Array($0.utf8))]
      } ?? []
    case .json: return [HTTPRequest(contentType: "application/json", body: report.json)]
    case .owntracks:
      // No MQTT topic identifies the device, so the object contains the topic.
      let objects = [
        OwnTracks.transition(report, topic: topic), OwnTracks.location(report, topic: topic),
      ]
      return objects.compactMap(\.self).map {
        HTTPRequest(contentType: "application/json", body: $0)
      }
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import LinuxSystem
import ServerAccess
package import TrackStore

/// A link to an HTTP server that uses libcurl: one request for each position, over one connection.
package final class HTTPLink: ServerLink<HTTPDestination, CURLClient>, DeliveryLink {
  /// Each report is acknowledged by itself, so that few are sent again after a failure.
  package let batchSize = 20
  package let answersWhenOpened = false

  /// Prepares requests without connecting, which happens when the first is sent.
  package func open() throws(DeliveryError) {
    let password = try credentials.password(for: address)
    let certificates = address.server.isEncrypted ? try TrustedCertificates(address) : nil
    let client = CURLClient(
      address.url, connecting: Int(Self.connecting.components.seconds),
      answering: Int(patience.components.seconds))
    guard let client else { throw .later("cannot connect to \(address): out of memory") }
    if let user = address.server.user { client.logIn(user: user, password: password) }
    if let certificates { client.encrypt(certificates) }
    opened(client)
  }

  package func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int {
    try delivering { client, flight throws(DeliveryError) in
      for report in reports {
        try deliver(report, by: client)
        flight.sent([])
      }
    }
  }

  private func deliver(_ report: PositionReport, by client: CURLClient) throws(DeliveryError) {
    let topic = OwnTracks.topic(OwnTracks.topic(user: address.server.user), of: report.device)
    let headers = address.format == .owntracks ? headers(report.device) : []
    for request in HTTPRequest.requests(report, format: address.format, topic: topic) {
      let answer: HTTPAnswer?
      do throws(CURLClient.Failure) {
        answer = try client.post(request, headers: headers, until: stop.descriptor)
      } catch { throw self.error(error) }
      guard let answer else { throw .stopped }
      if let failure = answer.failure(at: address) { throw failure }
    }
  }

  /// Returns headers that identify the device, for servers that do not read the topic in the object.
  private func headers(_ device: String) -> [String] {
    let user = PercentEncoding.encode(address.server.user ?? "gps", allowing: " ")
    return ["X-Limit-U: \(user)", "X-Limit-D: \(PercentEncoding.encode(device, allowing: " "))"]
  }

  package func idle(untilReadable descriptor: CInt) throws(DeliveryError) {
    _ = firstReadable(of: stop.descriptor, descriptor)
  }

  private func error(_ failure: CURLClient.Failure) -> DeliveryError {
    switch failure.code {
    case CURLE_PEER_FAILED_VERIFICATION:
      let isHost =
        failure.details.contains("host name") || failure.details.contains("subject name")
      return isHost
        ? .certificateOfAnotherHost(at: address) : .untrustedCertificate(of: address)
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
      return .unusableCertificate(for: address)
    case _ where failure.details.contains("alert") && failure.details.contains("certificate"):
      return .clientCertificateRefused(by: address)
    default: return .later("cannot reach \(address): \(failure.reason.escapedForTerminal)")
    }
  }
}

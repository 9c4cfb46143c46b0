// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import ServerAccess
package import TrackStore

/// A link to an MQTT broker (MQTT 3.1.1, QoS 1) that uses libmosquitto.
///
/// Each connection has its own client object: unacknowledged reports are sent again from the queue only, and so in order.
package final class MQTTLink: ServerLink<MQTTDestination, MosquittoClient>, DeliveryLink {
  /// The most reports that wait for their acknowledgement at a time.
  package let batchSize = 100
  package let answersWhenOpened = true

  private let device: String
  /// The same for all connections of this link, so that the broker drops a half-open one when the next is made.
  private let identifier: String
  private var formatter: MQTTFormatter
  /// The number of failed attempts to connect; a success does not reset it, so that the next attempt uses the same route.
  ///
  /// The library tries only the first address at which a connection can be started, and the route by IPv6 may be broken:
  /// every other time, IPv4 is forced.
  private var attempts = 0
  /// The keep-alive interval, seconds.
  private static let keepAlive: CInt = 60

  /// - Parameters:
  ///   - device: the device to whose topic the last will goes.
  ///   - stop: ends every wait once it is signaled.
  package init(
    _ address: MQTTDestination, device: String, credentials: Credentials, stop: WakeUp,
    patience: Duration = .seconds(30)
  ) {
    self.device = device
    identifier = address.clientID ?? "gps-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    formatter = MQTTFormatter(address)
    super.init(address, credentials: credentials, stop: stop, patience: patience)
  }

  package func open() throws(DeliveryError) {
    let password = try credentials.password(for: address)
    let certificates = address.server.isEncrypted ? try TrustedCertificates(address) : nil
    // The library looks the name up again, blocking, because it needs the name to check the certificate. A name that has
    // been found before is found again soon.
    let addresses = try address.lookUp(stop: stop)
    guard let client = MosquittoClient(identifier: identifier) else {
      throw .later("cannot connect to \(address): out of memory")
    }
    formatter = MQTTFormatter(address)
    let will = formatter.lastWill(of: device, time: Int(nanosecondsSince1970() / 1_000_000_000))
    let failure =
      address.server.user.flatMap { client.logIn(user: $0, password: password) }
      ?? will.flatMap { client.leave($0) }
      ?? certificates.flatMap { client.encrypt($0) }
      ?? client.connect(
        host: address.server.host, port: address.server.port, keepAlive: Self.keepAlive,
        byIPv4: addresses.contains { !$0.isIPv6 } && attempts % 2 == 1)
    attempts += 1
    if let failure { throw error(failure, of: client, isConnecting: true) }
    try waitForAnswer(of: client)
    attempts -= 1
    opened(client)
  }

  private func waitForAnswer(of client: MosquittoClient) throws(DeliveryError) {
    let deadline = monotonicNow() + Self.connecting
    while client.answer == nil {
      let event = wait(for: client, until: deadline)
      if event == .stop { throw .stopped }
      guard event != .deadline else {
        throw .later("cannot reach \(address): no answer; check the address and the network")
      }
      if let failure = client.serve(), client.answer == nil {
        throw error(failure, of: client, isConnecting: true)
      }
    }
    if let refusal = refusal(client.answer ?? 0) { throw refusal }
  }

  package func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int {
    try delivering { client, flight throws(DeliveryError) in
      for report in reports { try send(report, by: client, &flight) }
      try waitForAcknowledgements(of: client, &flight)
    }
  }

  private func send(
    _ report: PositionReport, by client: MosquittoClient, _ flight: inout InFlight
  ) throws(DeliveryError) {
    var numbers: [Int32] = []
    for message in formatter.messages(report) {
      do { numbers.append(try client.publish(message)) } catch {
        throw self.error(error, of: client)
      }
    }
    flight.sent(numbers)
  }

  private func waitForAcknowledgements(
    of client: MosquittoClient, _ flight: inout InFlight
  ) throws(DeliveryError) {
    var deadline = monotonicNow() + patience
    while !flight.isEmpty {
      confirmAtOnce(client)
      let event = wait(for: client, until: deadline)
      if event == .stop { throw .stopped }
      guard event != .deadline else {
        let seconds = patience.components.seconds
        throw .later("\(address) acknowledged nothing for \(seconds) s; the network may be down")
      }
      let failure = client.serve()
      let numbers = client.drainAcknowledged()
      for number in numbers { flight.acknowledged(number) }
      if !numbers.isEmpty { deadline = monotonicNow() + patience }
      if let failure, !flight.isEmpty { throw error(failure, of: client) }
    }
  }

  package func idle(untilReadable descriptor: CInt) throws(DeliveryError) {
    try idling { client throws(DeliveryError) in
      while true {
        switch wait(for: client, until: nil, orReadable: descriptor) {
        case .stop, .other: return
        case .client, .deadline:
          if let failure = client.serve() { throw error(failure, of: client) }
        }
      }
    }
  }

  package override func close() {
    guard let client = connection.take(), client.disconnect() == nil else { return }
    // A moment for what does not fit into the send buffer.
    let deadline = monotonicNow() + .milliseconds(500)
    while client.wantsToWrite, let socket = client.socket, monotonicNow() < deadline {
      guard isWritable(socket, by: deadline), client.serve() == nil else { return }
    }
  }
}

extension MQTTLink {
  /// Makes TCP acknowledge received data at once; the kernel resets this option repeatedly.
  ///
  /// A broker sends the first acknowledgement of a batch, and the others once TCP has acknowledged that one. A kernel with
  /// nothing to send itself delays this by 40 ms, which is most of the time of a batch in a fast network.
  private func confirmAtOnce(_ client: MosquittoClient) {
    guard let socket = client.socket else { return }
    var isOn: CInt = 1
    setsockopt(socket, CInt(IPPROTO_TCP), TCP_QUICKACK, &isOn, 4)
  }

  private enum Event {
    /// The socket is ready to read or write, or the keep-alive is due.
    case client
    case other
    case stop
    case deadline
  }

  private func wait(
    for client: MosquittoClient, until deadline: Duration?, orReadable descriptor: CInt = -1
  ) -> Event {
    let events = Int16(client.wantsToWrite ? POLLIN | POLLOUT : POLLIN)
    var descriptors = [
      pollfd(fd: client.socket ?? -1, events: events, revents: 0),
      pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let now = monotonicNow()
    if let deadline, now >= deadline { return .deadline }
    // The library must be called regularly for the keep-alive; a broker allows one and a half intervals.
    let pause = now + .milliseconds(Int64(Self.keepAlive) * 1000 / 3)
    _ = LinuxSystem.wait(for: &descriptors, until: deadline.map { min($0, pause) } ?? pause)
    if descriptors[1].revents != 0 { return .stop }
    return descriptors[2].revents != 0 && descriptors[0].revents == 0 ? .other : .client
  }

  /// Returns the error that the broker's answer to CONNECT stands for (MQTT 3.1.1, table 3.1); `nil` if it accepts.
  private func refusal(_ answer: CInt) -> DeliveryError? {
    switch answer {
    case 0: nil
    case 1:
      .refused("\(address) does not speak MQTT 3.1.1; update the broker", exitCode: EX_PROTOCOL)
    case 2:
      .refused(
        "\(address) refuses the client-id; choose another with client-id=NAME", exitCode: EX_CONFIG)
    case 4, 5:
      .refused(
        "\(address) refuses \(address.server.user == nil ? "clients without a user" : "user or password")"
          + "; check \(address.server.user == nil ? "USER@ and password-file=" : "the password")",
        exitCode: EX_NOPERM)
    default: .later("\(address) is not available (MQTT code \(answer))")
    }
  }

  private func error(
    _ failure: MosquittoFailure, of client: MosquittoClient, isConnecting: Bool = false
  ) -> DeliveryError {
    let complaints = client.complaints.joined(separator: "; ").lowercased()
    if address.server.isEncrypted, let error = DeliveryError.certificate(complaints, of: address) {
      return error
    }
    // "OpenSSL Error[0]: error:0A00010B:SSL routines::wrong version number"
    let words = client.complaints.first?.split(separator: ":").last.map(String.init)
    let reason = words?.escapedForTerminal ?? failure.reason
    guard isConnecting else { return .later("lost the connection to \(address): \(reason)") }
    // A server that requires a certificate reports that and closes the connection, and the report may be lost.
    let isCutOff = address.server.isEncrypted && [EPROTO, ECONNRESET].contains(failure.errno)
    let advice =
      words != nil
      ? "; check that TLS is spoken there"
      : isCutOff ? "; it may require a client certificate" : ""
    return .later("cannot reach \(address): \(reason)\(advice)")
  }
}

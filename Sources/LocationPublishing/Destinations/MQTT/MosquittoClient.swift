// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem
import ServerAccess

/// A client object of libmosquitto for one connection, and the results that its callbacks report.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `handle` is created in init, checked there, used by methods only, and destroyed once, in deinit.
// - The library calls back with an unretained pointer to this object. It starts no thread, as mosquitto_loop_start is
//   never called, so it calls back only within a call from this class, during which `self` is alive. deinit removes the
//   callbacks before it destroys the handle.
// - Callbacks change stored properties of a class while one of its methods runs; none of these methods is in the middle of
//   an access to them when it calls the library.
// - The library copies what is passed to it (texts, payloads) before the call returns.
package final class MosquittoClient {
  private let handle: OpaquePointer
  /// The broker's answer to CONNECT, 0 for acceptance; `nil` until it has answered.
  private(set) var answer: CInt?
  /// The first error messages of the library, at most eight.
  private(set) var complaints: [String] = []
  private var acknowledged: [CInt] = []
  /// A broker sends a client that has subscribed to nothing acknowledgements of 4 bytes.
  private var input = UnreadInput(most: 1 << 16)

  /// Initializes the library once per process; it is a constant because initialization is not thread-safe.
  private static let isInitialized = mosquitto_lib_init() == 0

  /// - Parameter identifier: the name by which the broker knows this client.
  /// - Returns: `nil` if there is no memory.
  init?(identifier: String) {
    guard Self.isInitialized, let handle = mosquitto_new(identifier, true, nil) else { return nil }
    self.handle = handle
    // Proof: the library calls back only within this object's methods, and not at all once `deinit` has begun.
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311)
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    // No limit in the library: its caller decides how many messages are in flight.
    mosquitto_max_inflight_messages_set(handle, 0)
    mosquitto_connect_callback_set(handle) { _, context, code in
      MosquittoClient.of(context)?.answer = code
    }
    mosquitto_publish_callback_set(handle) { _, context, message in
      MosquittoClient.of(context)?.acknowledged.append(message)
    }
    mosquitto_log_callback_set(handle) { _, context, level, text in
      guard let client = MosquittoClient.of(context) else { return }
      // The library logs each packet that it has received as a whole.
      if level == MOSQ_LOG_DEBUG { client.input.reset() }
      guard level == MOSQ_LOG_ERR, let text, client.complaints.count < 8 else { return }
      client.complaints.append(String(cString: text))
    }
  }

  deinit {
    mosquitto_connect_callback_set(handle, nil)
    mosquitto_publish_callback_set(handle, nil)
    mosquitto_log_callback_set(handle, nil)
    mosquitto_destroy(handle)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
    context.map { Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue() }
  }

  var socket: CInt? {
    let socket = mosquitto_socket(handle)
    return socket >= 0 ? socket : nil
  }

  var wantsToWrite: Bool { mosquitto_want_write(handle) }

  /// Returns the messages that were acknowledged since the last call.
  func drainAcknowledged() -> [CInt] {
    defer { acknowledged.removeAll(keepingCapacity: true) }
    return acknowledged
  }

  func logIn(user: String, password: String?) -> MosquittoFailure? {
    failure(mosquitto_username_pw_set(handle, user, password))
  }

  /// Sets the message that the broker publishes when it loses the connection.
  func leave(_ will: PublishedMessage) -> MosquittoFailure? {
    failure(
      mosquitto_will_set(
        handle, will.topic, CInt(will.payload.count), will.payload, 1, will.isRetained))
  }

  /// Requires the broker to prove its host name, and presents the client's own certificate if it asks.
  func encrypt(_ certificates: TrustedCertificates) -> MosquittoFailure? {
    failure(
      mosquitto_tls_set(
        handle, certificates.authorities, nil, certificates.own?.certificate, certificates.own?.key,
        // Encrypted keys are not supported; without this, OpenSSL would ask for a passphrase at the terminal.
        { _, _, _, _ in 0 })) ?? failure(mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil))
      ?? failure(mosquitto_tls_insecure_set(handle, false))
  }

  /// Starts to connect; ``serve()`` shows whether that succeeds.
  func connect(host: String, port: UInt16, keepAlive: CInt, byIPv4: Bool) -> MosquittoFailure? {
    let failure = failure(
      mosquitto_connect_bind_async(handle, host, CInt(port), keepAlive, byIPv4 ? "0.0.0.0" : nil))
    if let socket {
      // The library reads until nothing has arrived yet, whatever a message has by then. The less the kernel keeps for it,
      // the sooner it has to wait, and its input is counted.
      var size = Self.receiveBuffer
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
    return failure
  }

  /// Bytes; the acknowledgements of a batch have 400.
  ///
  /// With 64 KB, a broker on this machine still sends faster than the library reads.
  private static let receiveBuffer: CInt = 8192

  /// Sends a message with QoS 1.
  ///
  /// - Returns: the number by which the message is acknowledged.
  func publish(_ message: PublishedMessage) throws(MosquittoFailure) -> CInt {
    var number: CInt = 0
    let result = mosquitto_publish(
      handle, &number, message.topic, CInt(message.payload.count), message.payload, 1,
      message.isRetained)
    if let failure = failure(result) { throw failure }
    return number
  }

  /// Reads and writes what is possible without waiting, and maintains the keep-alive.
  func serve() -> MosquittoFailure? {
    // The library waits with select, whose sets higher numbers would overrun.
    guard (socket ?? 0) < 1024 else { return MosquittoFailure(code: MOSQ_ERR_ERRNO, errno: EMFILE) }
    if let socket, input.exceedsLimit(socket) {
      return MosquittoFailure(code: MOSQ_ERR_OVERSIZE_PACKET, errno: 0)
    }
    return failure(mosquitto_loop(handle, 0, 1))
  }

  /// Disconnects in an orderly way: the broker does not publish the will.
  func disconnect() -> MosquittoFailure? { failure(mosquitto_disconnect(handle)) }

  private func failure(_ result: CInt) -> MosquittoFailure? {
    let number = errno
    guard result != MOSQ_ERR_SUCCESS.rawValue else { return nil }
    return MosquittoFailure(code: mosq_err_t(rawValue: result), errno: number)
  }
}

/// The library's error code, and the error number of the system.
struct MosquittoFailure: Error, Hashable {
  let code: mosq_err_t
  let errno: CInt

  static func == (left: Self, right: Self) -> Bool {
    left.code.rawValue == right.code.rawValue && left.errno == right.errno
  }

  func hash(into hasher: inout Hasher) { hasher.combine(code.rawValue) }

  var reason: String {
    switch code {
    case MOSQ_ERR_ERRNO: describe(errno: errno)
    case MOSQ_ERR_CONN_LOST: "the connection was closed"
    case MOSQ_ERR_KEEPALIVE: "the broker no longer answers"
    case MOSQ_ERR_OVERSIZE_PACKET: "its answer is too long"
    default:
      String(cString: mosquitto_strerror(code.rawValue)).lowercased().droppingLast { $0 == "." }
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import CMosquitto
  import Glibc
  import LinuxSystem
  import LocationPublishing

  /// A client object of libmosquitto for one connection, and what its callbacks have reported.
  ///
  /// It is not `Sendable`: one thread makes it, calls it and drops it.
  // Proof of memory safety:
  // - `handle` is made in init, checked there, used by methods only, and destroyed once, in deinit.
  // - The library calls back with an unretained pointer to this object. It starts no thread, as mosquitto_loop_start is
  //   never called, so it calls back only within a call of ours, during which `self` is alive. deinit takes the callbacks
  //   away before it destroys the handle.
  // - Callbacks change stored properties of a class while a method of it runs; none of these methods is in the middle of
  //   an access to them when it calls the library.
  // - What is passed to the library (texts, payloads) is copied there before the call returns.
  final class MosquittoClient {
    private let handle: OpaquePointer
    /// What the broker has answered to CONNECT, 0 for yes; `nil` until it has.
    private(set) var answer: CInt?
    /// What the library complains about, the first line of each kind of trouble.
    private(set) var complaints: [String] = []
    private var acknowledged: [CInt] = []

    /// The library is initialized once per process, which is not safe on two threads at a time: a constant is.
    private static let isInitialized = mosquitto_lib_init() == 0

    /// - Parameter identifier: how the broker knows this client.
    /// - Returns: `nil` without memory.
    init?(identifier: String) {
      guard Self.isInitialized, let handle = mosquitto_new(identifier, true, nil) else {
        return nil
      }
      self.handle = handle
      mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
      mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311)
      mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
      // Without a limit of the library's own: how many are in flight is decided by who sends.
      mosquitto_max_inflight_messages_set(handle, 0)
      mosquitto_connect_callback_set(handle) { _, context, code in
        MosquittoClient.of(context)?.answer = code
      }
      mosquitto_publish_callback_set(handle) { _, context, message in
        MosquittoClient.of(context)?.acknowledged.append(message)
      }
      mosquitto_log_callback_set(handle) { _, context, level, text in
        guard level == MOSQ_LOG_ERR, let text, let client = MosquittoClient.of(context),
          client.complaints.count < 8
        else { return }
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

    /// The socket; `nil` while there is none.
    var socket: CInt? {
      let socket = mosquitto_socket(handle)
      return socket >= 0 ? socket : nil
    }

    /// Whether something waits to be written.
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// The messages that were acknowledged since the last call.
    func drainAcknowledged() -> [CInt] {
      defer { acknowledged.removeAll(keepingCapacity: true) }
      return acknowledged
    }

    func logIn(user: String, password: String?) -> MosquittoFailure? {
      failure(mosquitto_username_pw_set(handle, user, password))
    }

    /// What the broker is to publish when it loses us.
    func leave(_ will: PublishedMessage) -> MosquittoFailure? {
      failure(
        mosquitto_will_set(
          handle, will.topic, CInt(will.payload.count), will.payload, 1, will.isRetained))
    }

    /// Has the broker prove that it is the host of the name, and proves who we are if it asks.
    func encrypt(_ certificates: TrustedCertificates) -> MosquittoFailure? {
      failure(
        mosquitto_tls_set(
          handle, certificates.authorities, nil, certificates.own?.certificate,
          certificates.own?.key,
          // An encrypted key cannot be used; without this, OpenSSL would ask at the terminal.
          { _, _, _, _ in 0 }))
        ?? failure(mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil))
        ?? failure(mosquitto_tls_insecure_set(handle, false))
    }

    /// Begins to connect; whether it works is learnt by ``serve()``.
    func connect(
      host: String, port: UInt16, keepAlive: CInt, byIPv4: Bool
    ) -> MosquittoFailure? {
      failure(
        mosquitto_connect_bind_async(
          handle, host, CInt(port), keepAlive, byIPv4 ? "0.0.0.0" : nil))
    }

    /// Sends a message with QoS 1.
    ///
    /// - Returns: its number, by which it is acknowledged.
    func publish(_ message: PublishedMessage) throws(MosquittoFailure) -> CInt {
      var number: CInt = 0
      let result = mosquitto_publish(
        handle, &number, message.topic, CInt(message.payload.count), message.payload, 1,
        message.isRetained)
      if let failure = failure(result) { throw failure }
      return number
    }

    /// Reads and writes what can be without waiting, and sees to the keep-alive.
    func serve() -> MosquittoFailure? {
      // The library waits by select, which overruns its sets with higher numbers.
      guard (socket ?? 0) < 1024 else {
        return MosquittoFailure(code: MOSQ_ERR_ERRNO, errno: EMFILE)
      }
      return failure(mosquitto_loop(handle, 0, 1))
    }

    /// Says goodbye: the broker does not publish the will.
    func disconnect() -> MosquittoFailure? { failure(mosquitto_disconnect(handle)) }

    private func failure(_ result: CInt) -> MosquittoFailure? {
      let number = errno
      guard result != MOSQ_ERR_SUCCESS.rawValue else { return nil }
      return MosquittoFailure(code: mosq_err_t(rawValue: result), errno: number)
    }
  }

  /// What the library has answered instead of success.
  struct MosquittoFailure: Error, Hashable {
    let code: mosq_err_t
    let errno: CInt

    static func == (left: Self, right: Self) -> Bool {
      left.code.rawValue == right.code.rawValue && left.errno == right.errno
    }

    func hash(into hasher: inout Hasher) { hasher.combine(code.rawValue) }

    /// The reason in words.
    var reason: String {
      switch code {
      case MOSQ_ERR_ERRNO: describe(errno: errno).lowercased()
      case MOSQ_ERR_CONN_LOST: "the connection was closed"
      case MOSQ_ERR_KEEPALIVE: "the broker does not answer any more"
      default: String(cString: mosquitto_strerror(code.rawValue)).lowercased().trimmedOfPeriod
      }
    }
  }

  extension String {
    fileprivate var trimmedOfPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
  }
#endif

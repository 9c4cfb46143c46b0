// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import Glibc
  import LinuxSystem
  import LocationPublishing

  /// Looks up the addresses of a host on a thread of its own, as a failing lookup may take half a minute.
  final class HostLookup: Sendable {
    private enum Outcome {
      case addresses([String])
      case failure(CInt)
    }

    private let outcome = Mutex<Outcome?>(nil)
    private let isDone: WakeUp

    private init(_ host: String) throws(SystemError) {
      isDone = try WakeUp()
      // Detached: a name server that does not answer must not delay a stop.
      POSIXThread.detach { [self] in
        let found = Self.addresses(of: host)
        outcome.withLock { $0 = found }
        isDone.signal()
      }
    }

    /// Returns the numeric addresses of a host, the best first.
    ///
    /// - Throws: ``DeliveryError/later(_:after:)``, also after a stop request.
    static func addresses(
      of host: String, for address: DestinationAddress, stop: WakeUp
    ) throws(DeliveryError) -> [String] {
      let lookup: HostLookup
      do { lookup = try HostLookup(host) } catch { throw .later("\(error)") }
      var descriptors = [lookup.isDone, stop].map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      _ = wait(for: &descriptors, until: nil)
      switch lookup.outcome.withLock({ $0 }) {
      case .addresses(let addresses)?: return addresses
      case .failure(let number)?:
        let reason = String(cString: gai_strerror(number)).lowercased()
        throw .later("cannot reach \(address): \(reason); check the host's name and the network")
      case nil: throw .stopped
      }
    }

    private static func addresses(of host: String) -> Outcome {
      var hints = addrinfo()
      hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
      hints.ai_flags = AI_ADDRCONFIG
      var list: UnsafeMutablePointer<addrinfo>?
      let result = getaddrinfo(host, nil, &hints, &list)
      // Proof: getaddrinfo allocates the list, which is read before it is freed, once.
      defer { if let list { freeaddrinfo(list) } }
      guard result == 0 else { return .failure(result) }
      var addresses: [String] = []
      var next = list
      while let info = next?.pointee {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        if getnameinfo(
          info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        {
          let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
          addresses.append(String(decoding: bytes, as: UTF8.self))
        }
        next = info.ai_next
      }
      return addresses.isEmpty ? .failure(EAI_NONAME) : .addresses(addresses)
    }
  }
#endif

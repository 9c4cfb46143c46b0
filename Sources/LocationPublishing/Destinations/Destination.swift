// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import ServerAccess

/// Where positions are sent: what its address says, and how it is reached.
///
/// A new kind needs a `Destination` with its ``DeliveryLink``, and an entry in ``Destinations/kinds``; nothing else in
/// this target knows which kinds exist.
package protocol Destination: Sendable, CustomStringConvertible {
  static var schemes: [String] { get }
  static var form: String { get }
  static var items: Set<String> { get }

  /// Reads an address that has one of the ``schemes``.
  init(_ address: AddressParts) throws(AddressFault)

  /// The address for messages, without secrets, and safe for a terminal.
  var description: String { get }
  /// The name in the queue: the same in every run, and another one for every other destination.
  var name: String { get }
  /// What everybody may know of the address: the scheme and the host.
  var publicName: String { get }

  /// Returns a link to it, not open yet.
  ///
  /// - Parameters:
  ///   - device: the device to whose topic a broker's last will goes.
  ///   - stop: ends every wait of the link once it is signaled.
  func link(device: String, credentials: Credentials, stop: WakeUp) -> any DeliveryLink
}

extension Destination {
  package var name: String { description }
  package var publicName: String { Self.schemes[0] }

  /// Returns a link that uses the credentials of this process.
  package func link(device: String, stop: WakeUp) -> any DeliveryLink {
    link(device: device, credentials: .current, stop: stop)
  }

  /// Reads an address as a user has written it.
  ///
  /// - Throws: ``AddressError``, which reveals no password.
  package init(_ text: String) throws(AddressError) {
    do throws(AddressFault) { try self.init(AddressParts(text, forms: Destinations.forms)) } catch {
      throw AddressError(text, error.reason)
    }
  }
}

package enum Destinations {
  package static let kinds: [any Destination.Type] = [
    MQTTDestination.self, HTTPDestination.self, PostgreSQLDestination.self, KafkaDestination.self,
    FileDestination.self,
  ]

  package static let forms = list(kinds.map { $0.form })

  /// The items that mean something to any kind: no server is sent them by mistake.
  static let items = kinds.reduce(into: Set<String>()) { $0.formUnion($1.items) }

  /// Reads an address as a user has written it.
  ///
  /// - Throws: ``AddressError``, which reveals no password.
  package static func read(_ text: String) throws(AddressError) -> any Destination {
    do throws(AddressFault) {
      let address = try AddressParts(text, forms: forms)
      guard let kind = kinds.first(where: { $0.schemes.contains(address.scheme) }) else {
        throw AddressFault("the scheme is unknown; use \(list(kinds.flatMap { $0.schemes }))")
      }
      return try kind.init(address)
    } catch { throw AddressError(text, error.reason) }
  }

  /// Formats words as `a, b or c`.
  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
  }
}

/// A destination on a server, which a client may have to log in to.
package protocol ServerDestination: Destination {
  var server: ServerAddress { get }
  /// Whether the server may ask for a password although the address names no user.
  static var asksEverybody: Bool { get }
}

extension ServerDestination {
  package static var asksEverybody: Bool { false }
  package var publicName: String { server.publicText }
}

extension Credentials {
  package func password(for address: some ServerDestination) throws(DeliveryError) -> String? {
    do throws(AccessError) {
      return try password(
        for: address.server, named: "\(address)", asksEverybody: type(of: address).asksEverybody)
    } catch { throw DeliveryError(error) }
  }
}

extension TrustedCertificates {
  /// - Throws: ``DeliveryError/refused(_:exitCode:)``.
  init(_ address: some ServerDestination) throws(DeliveryError) {
    do throws(AccessError) { try self.init(for: address.server, named: "\(address)") } catch {
      throw DeliveryError(error)
    }
  }
}

extension DeliveryError {
  init(_ error: AccessError) { self = .refused(error.description, exitCode: error.exitCode) }
}

extension ServerDestination {
  /// Returns the addresses of the host, the best first; of several hosts, those of the first that is known.
  ///
  /// - Throws: ``DeliveryError/later(_:after:)``, also after a stop request.
  func lookUp(stop: WakeUp) throws(DeliveryError) -> [InternetAddress] {
    for host in server.hosts.dropLast() {
      do throws(DeliveryError) { return try lookUp(host, stop: stop) } catch {
        if error == .stopped { throw error }
      }
    }
    return try lookUp(server.hosts[server.hosts.count - 1], stop: stop)
  }

  private func lookUp(_ host: HostAndPort, stop: WakeUp) throws(DeliveryError) -> [InternetAddress]
  {
    let isDone: WakeUp
    do { isDone = try WakeUp() } catch { throw .later("\(error)") }
    let lookUp = HostLookUp(host, waking: isDone)
    _ = firstReadable(of: isDone.descriptor, stop.descriptor)
    switch lookUp.result {
    case .success(let addresses)?: return addresses
    case .failure(let error)?:
      throw .later("cannot reach \(self): \(error.reason); check the host's name and the network")
    case nil: throw .stopped
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LinuxSystem
package import NavigationAuthentication

/// What all live receivers of a process verify signatures with: keys, functions, the machine's clock, and what is kept.
package final class AuthenticationMeans: Sendable {
  private let anchors: TrustAnchors
  private let clock: ClockWatch
  /// The machine's clock, seconds since 1970.
  private let now: @Sendable () -> Double
  private let memory: KeyMemory
  /// Found when it is first needed, since most receivers pass nothing on that could be verified.
  private let cryptography = Mutex<OpenSSLCryptography??>(nil)

  /// - Parameter memory: what an earlier run has kept; read before the receivers' reactor runs, which must not wait for a disk.
  package init(
    _ anchors: TrustAnchors, clock: ClockWatch, memory: KeyMemory,
    now: @escaping @Sendable () -> Double = { Double(nanosecondsSince1970()) / 1e9 }
  ) {
    (self.anchors, self.clock, self.memory, self.now) = (anchors, clock, memory, now)
  }

  /// Returns what verifies the signatures of one receiver's satellites.
  ///
  /// - Parameter isRecorded: whether nobody knows when it received them.
  package func authenticator(isRecorded: Bool) -> any FixAuthenticator {
    LiveAuthenticator(self, isRecorded: isRecorded)
  }

  /// Returns an engine, which knows what was kept unless it is for a recording; `nil` if OpenSSL lacks a function.
  func engine(isRecorded: Bool) -> NavigationAuthenticator? {
    let cryptography = cryptography.withLock { known in
      if let known { return known }
      let found = try? OpenSSLCryptography()
      known = .some(found)
      return found
    }
    return cryptography.map {
      NavigationAuthenticator(
        anchors, memory: isRecorded ? AuthenticationMemory() : memory.content, cryptography: $0)
    }
  }

  /// The machine's clock, in seconds since 1970, and whether it counts.
  func moment() -> (trust: ClockTrust, now: Double) {
    (clock.trust(at: monotonicNow()), now())
  }

  func keep(_ memory: AuthenticationMemory) { self.memory.keep(memory) }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183
package import UBX

/// Whether the navigation data of a fix's satellites are signed by their operator (Galileo's OSNMA).
///
/// Signatures protect what satellites say about themselves: orbit, clock and health. They do not protect the ranges, so a fix
/// whose satellites are all authenticated can still be wrong; see docs/authentication.md.
public struct FixAuthentication: Hashable, Sendable {
  /// What the signatures say.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The data of ``satellitesAuthenticated`` satellites are signed, and none were found to be wrong.
    case verified
    /// Nothing is proven, for a ``reason``.
    case unknown
    /// Signatures that should hold do not: the data are forged.
    case failed
  }

  /// Why nothing is proven.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The receiver passes no pages of Galileo's message on.
    case noPages
    /// The keys, or the tags that they belong to, have not all been received yet.
    case waiting
    /// No program keeps this machine's clock synchronized.
    case clockNotSynchronized
    /// This machine's clock may have been set by the receiver that is judged.
    case clockSetByReceiver
    /// What this machine's clock follows is not known.
    case clockUnknown
    /// This machine's clock and the satellites' time differ by more than a signature allows.
    case clockDiffers
    /// The receiver's time and that in the satellites' messages differ.
    case timesDiffer
    /// Galileo says that its signatures must not be used.
    case notInService
    /// The program has no cryptographic functions.
    case unsupported
  }

  /// What a receiver that verifies signatures itself says.
  public struct ReceiverVerdict: Hashable, Sendable {
    /// Whether its time is authenticated (NAV-PVT, bit 13 of `flags3`); `nil` if it does not say.
    public var isTimeAuthenticated: Bool?
    /// Whether its fix is (NAV-PVT, bit 14 of `flags3`); `nil` if it does not say.
    public var isFixAuthenticated: Bool?
    /// The number of satellites whose data it has authenticated (SEC-OSNMA); `nil` if it does not say.
    public var satellitesAuthenticated: Int?

    /// Creates a report of a receiver that has said nothing.
    public init() {}
  }

  /// What the signatures say.
  public var status: Status
  /// Why nothing is proven; `nil` unless the status is ``Status/unknown``.
  public var reason: Reason?
  /// The number of satellites whose present data are signed: of those used for the fix, if they are known.
  public var satellitesAuthenticated: Int
  /// The number of Galileo's satellites that are used for the fix; `nil` if the receiver does not say which ones it uses.
  public var galileoUsed: Int?
  /// By how much this machine's clock and the satellites' time may differ, seconds; `nil` if that is not known.
  public var clockDifference: Double?
  /// What the receiver says itself; `nil` if it says nothing.
  public var receiver: ReceiverVerdict?

  /// Creates a verdict.
  public init(_ status: Status, reason: Reason? = nil, satellitesAuthenticated: Int = 0) {
    (self.status, self.reason) = (status, reason)
    self.satellitesAuthenticated = satellitesAuthenticated
  }
}

/// Something that finds out whether the data of satellites are signed, from what their receiver passes on.
///
/// A pipeline has none by default: it takes cryptographic functions, which only the tool has.
package protocol FixAuthenticator: Sendable {
  /// Reads a frame of UBX.
  mutating func received(_ kind: FrameKind, _ payload: RawSpan)
  /// Reads a sentence.
  mutating func received(_ message: Message)
  /// Returns what is known now; `nil` if neither the receiver nor a satellite has said anything about signatures.
  ///
  /// - Parameter used: the satellites that are used for the fix; empty if they are not known.
  func authentication(of used: SatelliteSet) -> FixAuthentication?
}

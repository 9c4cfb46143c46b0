// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import NavigationAuthentication

/// Whether the machine's clock may be held against the time of navigation messages.
///
/// A forger who waits for a key can make tags with it, half a minute too late. That is noticed only by a clock that the same
/// signals have not set. It is a value: the facts are collected by ``ClockWatch``.
package struct ClockTrust: Hashable, Sendable {
  /// What the machine's clock follows.
  package enum Reference: Hashable, Sendable {
    /// No program that could have taken it from a receiver: chronyd does not run.
    case unknown
    /// Servers of the network.
    case servers
    /// A receiver or another clock at this machine, by the name that chronyd has for it.
    case referenceClock(String)
    /// Nothing: chronyd serves the machine's own time.
    case itself
    /// chronyd runs, and does not say.
    case unanswered
  }

  /// Why the clock does not count.
  package enum Doubt: Hashable, Sendable {
    /// No program keeps it synchronized, or nobody knows.
    case unsynchronized
    /// It may follow the receiver that is judged.
    case followsReceiver
    /// What chronyd follows is not known.
    case unknownReference
  }

  /// What the kernel says; `nil` if it may not be asked.
  package var kernel: KernelClock?
  package var reference: Reference
  /// Whether this program sends the receiver's time to a program that sets the clock.
  package var isSetByReceiver: Bool
  /// Whether the user says that the clock is right, and was not set by a receiver.
  package var isVouchedFor: Bool

  package init(
    kernel: KernelClock?, reference: Reference, isSetByReceiver: Bool = false,
    isVouchedFor: Bool = false
  ) {
    (self.kernel, self.reference) = (kernel, reference)
    (self.isSetByReceiver, self.isVouchedFor) = (isSetByReceiver, isVouchedFor)
  }

  /// Why the clock may not be used; `nil` if it may.
  package var doubt: Doubt? {
    if isVouchedFor { return nil }
    if isSetByReceiver { return .followsReceiver }
    guard let kernel, kernel.isSynchronized else { return .unsynchronized }
    return switch reference {
    case .unknown, .servers: nil
    case .referenceClock: .followsReceiver
    case .itself: .unsynchronized
    case .unanswered: .unknownReference
    }
  }

  /// The most by which the clock may be wrong, seconds; 0 if only the user vouches for it.
  private var error: Double {
    guard let kernel, kernel.isSynchronized else { return 0 }
    return kernel.maximumError
  }

  /// Judges the moment at which a page was received.
  ///
  /// - Parameters:
  ///   - end: when the page ended, by what it says or the receiver's clock.
  ///   - moments: the machine's clock when it was received, seconds since 1970.
  package func reception(
    ofPageEndingAt end: GalileoTime, in moments: ClosedRange<Double>
  ) -> Reception {
    guard doubt == nil else { return .undated }
    let end = end.secondsSince1970
    return .live(margin: max(moments.upperBound - end, end - moments.lowerBound) + error)
  }
}

extension GalileoTime {
  /// The same moment on a clock that counts no leap seconds, in seconds since 1970.
  ///
  /// Galileo's time has been 18 s ahead of UTC since 2017. A leap second that this program does not know makes a second of 15.
  var secondsSince1970: Double { Double(seconds) + 935_280_000 - 18 }
}

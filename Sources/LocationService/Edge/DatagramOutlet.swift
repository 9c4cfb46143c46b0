// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Sends a protocol's lines to everybody who receives datagrams at an address.
///
/// Nothing waits: a datagram that the kernel does not accept is lost, as any datagram may be.
final class DatagramOutlet {
  private let sender: DatagramSender
  private let address: ListeningAddress
  private let complain: @Sendable (String) -> Void
  private var problem: String?

  /// The most bytes of a datagram that holds several lines, so that it fits in a packet of every usual network.
  static let most = 1400

  /// - Parameter complain: called with one line when sending begins to fail.
  init(
    _ sender: DatagramSender, _ address: ListeningAddress,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.sender = sender
    self.address = address
    self.complain = complain
  }

  func send(_ bytes: [UInt8]) {
    var number: CInt = 0
    for datagram in Self.datagrams(of: bytes) { number = max(number, sender.send(datagram)) }
    report(number == 0 ? nil : describe(errno: number))
  }

  /// Reports why nothing is sent, once for each reason; `nil` if something is.
  func report(_ problem: String?) {
    if let problem, problem != self.problem {
      complain("cannot send to \(address.name): \(problem); retrying".escapedForTerminal)
    }
    self.problem = problem
  }

  /// Divides lines into datagrams of whole lines.
  static func datagrams(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var datagrams: [ArraySlice<UInt8>] = []
    var (start, end) = (0, 0)
    while end < bytes.count {
      let line = bytes[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      if line - start > most, end > start {
        datagrams.append(bytes[start..<end])
        start = end
      }
      end = line
    }
    if end > start { datagrams.append(bytes[start..<end]) }
    return datagrams
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationProtocols
import ServerAccess
import Testing

@testable import ReceiverCorrections

/// A resident that is due in each round, as a receiver's port may be.
final class Pulse: Resident {
  var count = 0
  let deadline: Duration? = .zero
  func serve(_ ready: Reactor.Ready) { count += 1 }
}

/// Corrections beside a receiver on one reactor.
@Suite struct CorrectionResidentTests {
  /// What may be wrong with a caster, or the way to it.
  enum Hindrance: CaseIterable {
    case neverConnects, sendsNothing, sendsWithoutEnd, readsNothing
  }

  private final class Caster: ServerStream {
    private let hindrance: Hindrance
    /// How much was read since it was last set to 0.
    var count = 0
    let due: Duration? = nil
    var isConnecting: Bool { hindrance == .neverConnects }
    var hasUnreadBytes: Bool { hindrance == .sendsWithoutEnd }

    init(_ hindrance: Hindrance) { self.hindrance = hindrance }

    func watch(_ watched: inout Reactor.Watched, for events: CInt) {}
    func connect(at now: Duration) {}
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
      guard hasUnreadBytes else { return .nothing }
      count += buffer.count
      return .bytes(buffer.count)
    }
    func write(_ bytes: ArraySlice<UInt8>) -> Int { hindrance == .readsNothing ? 0 : bytes.count }
  }

  private func resident(
    _ caster: Caster, _ publish: @escaping (CorrectionReport) -> Void = { _ in }
  ) throws -> CorrectionResident {
    CorrectionResident(
      CorrectionSession(try CorrectionAddress("tcp://h:1")), ReceiverOutbox(),
      open: { _ in CasterConnection(caster, nil) }, complain: { _ in },
      publish: publish)
  }

  @Test(arguments: Hindrance.allCases)
  func aCasterDelaysNoOtherResident(_ hindrance: Hindrance) throws {
    let (reactor, other, caster) = (try Reactor(), Pulse(), Caster(hindrance))
    reactor.add(try resident(caster))
    reactor.add(other)
    for round in 1...200 {
      caster.count = 0
      try reactor.run(until: .zero)
      #expect(other.count == round)
      #expect(caster.count <= 4 * 8192, "a round may take a millisecond")
    }
  }

  @Test func isServedWhenItsReportIsASecondOld() throws {
    var reports: [CorrectionReport] = []
    let resident = try resident(Caster(.neverConnects)) { reports.append($0) }
    #expect(resident.deadline == .zero)
    resident.serve(Reactor.Ready(now: .seconds(100)))
    #expect(reports.map(\.state) == ["connecting"])
    #expect(resident.deadline == .seconds(101))
  }

  @Test func aConnectionIsOpenedByAnotherThread() throws {
    let (reactor, address) = (try Reactor(), try CorrectionAddress("tcp://127.0.0.1:1"))
    var reports: [CorrectionReport] = []
    let inbox = reactor.inbox
    reactor.add(
      CorrectionResident(
        CorrectionSession(address), ReceiverOutbox(),
        open: { address in
          CasterConnection(
            CasterOpening(address, CasterAccess(version: "1")) { inbox.post { _ in } })
        }, complain: { _ in }, publish: { reports.append($0) }))
    try reactor.run { reports.last?.state == "unreachable" }
    #expect(reports.last?.explanation.contains("127.0.0.1:1") == true)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import SerialLine

/// How the receiver is doing, for programs; what is not known is left out.
struct StateRecord: Encodable, Hashable {
  /// A process that has the port.
  struct Holder: Encodable, Hashable {
    let pid: Int32
    let name: String
  }

  /// What the state is called; see docs/cli.md.
  let state: String
  /// The path or the address.
  private(set) var device: String?
  /// What it is, for people.
  private(set) var model: String?
  /// Bits a second; while the rate is being found, those that are tried.
  private(set) var rate: UInt32?
  private(set) var satellitesInView: Int?
  /// Who may read the port.
  private(set) var owner: String?
  private(set) var group: String?
  private(set) var holders: [Holder]?
  /// The binary protocol that it speaks.
  private(set) var binaryProtocol: String?
  /// The state and what to try, for people.
  private(set) var explanation: String?
  /// Seconds without a fix.
  var secondsWaited: Double?

  private enum CodingKeys: String, CodingKey {
    case state, device, model, rate, satellitesInView, owner, group, holders
    case binaryProtocol = "protocol"
    case explanation, secondsWaited
  }

  /// - Parameter status: `nil` as long as no receiver is there.
  init(_ status: CandidateStatus?) {
    state = status?.state.name ?? "searching"
    guard let status else { return }
    device = status.candidate.name
    model = status.candidate.model
    explanation = status.explanation
    switch status.state {
    case .detectingRate(let tried): rate = tried.rawValue
    case .waitingForFix(let satellites, _), .lost(let satellites, _):
      rate = status.rate?.rawValue
      satellitesInView = satellites
    case .fix, .notAReceiver(.noPosition): rate = status.rate?.rawValue
    case .notAReceiver(.binary(let name)): binaryProtocol = name
    case .failed(.port(let error)): add(error.cause)
    default: break
    }
  }

  private mutating func add(_ cause: SerialPortError.Cause) {
    switch cause {
    case .permissionDenied(let owner, let group, _): (self.owner, self.group) = (owner, group)
    case .busy(let processes) where !processes.isEmpty:
      holders = processes.map { Holder(pid: $0.process, name: $0.name) }
    case .unsupportedRate(let rate): self.rate = rate.rawValue
    default: break
    }
  }
}

extension ReceiverState {
  /// What the state is called in output.
  fileprivate var name: String {
    switch self {
    case .opening: "opening"
    case .connecting: "connecting"
    case .silent: "silent"
    case .detectingRate: "detectingRate"
    case .waitingForFix: "waitingForFix"
    case .fix: "fix"
    case .lost: "lost"
    case .unplugged: "unplugged"
    case .failed(.port(let error)): error.cause.name
    case .failed(.network), .failed(.other): "failed"
    case .notAReceiver: "notAReceiver"
    case .spare: "spare"
    case .unused: "unused"
    case .ended: "ended"
    }
  }
}

extension SerialPortError.Cause {
  fileprivate var name: String {
    switch self {
    case .missing: "missing"
    case .notAPort: "notAPort"
    case .permissionDenied: "permissionDenied"
    case .busy: "busy"
    case .unsupportedRate: "unsupportedRate"
    case .unplugged: "unplugged"
    case .notWriting, .system: "failed"
    }
  }
}

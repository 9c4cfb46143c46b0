// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GpsdProtocol
import LinuxSystem
import ServiceProtocol

/// Decodes gpsd's protocol.
struct GpsdDecoder: ReportDecoder {
  let protocolName = "gpsd's protocol"
  let reportsStates = false
  /// Its name in messages.
  private let name: String
  private var reader: GpsdReader

  init(_ name: String, device: String?) {
    self.name = name
    reader = GpsdReader(device: device)
  }

  mutating func push(_ bytes: RawSpan, _ report: (Report) -> Void) {
    let name = name
    reader.push(bytes) { event in
      switch event {
      case .greeted: report(.understood)
      case .fix(let event): report(.event(event))
      case .devices(let devices):
        guard devices.isEmpty else { return report(.understood) }
        let why = "\(name) has no receiver; give it one with \"gpsdctl add\""
        report(.state(Self.state("searching", .noReceiver, why)))
      case .lost(let device):
        let why = "\(name) has lost \(device.shortened(toBytes: 127)); plug it in again"
        var state = Self.state("unplugged", .trouble, why)
        state.device = device
        report(.state(state))
      case .refused(let reason):
        report(
          .state(
            Self.state("failed", .trouble, "\(name) refuses: \(reason.shortened(toBytes: 200))")))
      }
    }
  }

  private static func state(
    _ state: String, _ code: StateReport.Code, _ explanation: String
  ) -> StateReport {
    var report = StateReport(state: state, code: code)
    report.explanation = explanation
    return report
  }
}

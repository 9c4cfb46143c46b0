// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What happened while the application did not run, and what it leaves behind for the time when it does not.

import GNSS
import LinuxSystem
import LocationAuthorization
import LocationGeometry

extension EngineState {
  /// Whether the application can be started when something happens: Always was granted, and confirmed.
  var canBeWoken: Bool {
    waking.isKept && permission.status == .authorizedAlways && !permission.isProvisional
  }

  /// Returns what the application registers; `nil` if that is nothing, or nothing new.
  mutating func registration() -> WakingState.Services? {
    guard waking.hasNewRegistration, canBeWoken, !clients.isEmpty else { return nil }
    let isMonitoring =
      !regions.isEmpty || waking.services != WakingState.Services()
      || clients.states.contains { $0.conditions?.circles.isEmpty == false }
    return waking.registration(isMonitoring: isMonitoring)
  }

  mutating func delegateArrived(_ client: EngineClientID, at now: Duration) {
    guard canBeWoken, clients[client]?.role == .manager else { return }
    for handed in waking.handOver(toManager: client, at: now) {
      post(handedOver(handed, to: client))
    }
  }

  private mutating func handedOver(
    _ handed: WakingState.HandedOver, to client: EngineClientID
  ) -> [Delivery] {
    guard let state = clients[client], let fix = handed.event.location.fix else { return [] }
    func stored(_ delivery: Delivery) -> Delivery {
      var delivery = delivery
      delivery.receipt = handed.receipt
      return delivery
    }
    switch handed.event.kind {
    case .region(let identifier, let side):
      guard let region = regions.region(identifier), let run = regions.run(of: identifier) else {
        discard([handed.receipt])
        return []
      }
      let crossing: Callback = side == .inside ? .entered(region) : .exited(region)
      return [
        state.delivery(.state(CLRegionState(side), region), of: region, run: run),
        stored(state.delivery(crossing, of: region, run: run)),
      ]
    case .significantChange:
      return CLLocation(fix, isReplay: isReplay).map { [stored(state.delivery(.locations([$0])))] }
        ?? []
    case .visit(let stay): return [stored(state.delivery(.visit(CLVisit(CLVisit.Fields(stay)))))]
    case .condition: return []
    }
  }

  /// Returns the events that the monitor of a name is told first.
  mutating func handedOver(toMonitor name: String) -> [CLMonitor.Event] {
    guard canBeWoken else { return [] }
    return waking.handOver(toMonitor: name).compactMap { handed in
      guard case .condition(_, let identifier, let side) = handed.event.kind,
        let time = handed.event.location.fix?.time?.timestamp
      else { return nil }
      return CLMonitor.Event(
        identifier: identifier, state: side == .inside ? .satisfied : .unsatisfied, date: time,
        receipt: handed.receipt)
    }
  }

  /// Returns the receipt of a crossing that the application is told of, once it is stored.
  mutating func receipt(for event: RegionMonitor.Event, at fix: Fix?) -> WakeReceipt? {
    guard canBeWoken, event.notifies, let side = event.state.side,
      let location = fix.flatMap(KeptLocation.init(any:))
    else { return nil }
    return waking.crossed(
      WakeEvent(.region(identifier: event.region.identifier, side), at: location))
  }
}

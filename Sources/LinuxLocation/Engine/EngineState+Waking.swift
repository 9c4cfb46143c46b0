// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What happened while the application did not run, and what it leaves behind for the time when it does not.

import GNSS
import LocationAuthorization
import LocationGeometry

extension EngineState {
  /// Whether the application can be started when something happens: Always was granted, and confirmed.
  var canBeWoken: Bool {
    waking.hasFolder && permission.status == .authorizedAlways && !permission.isProvisional
  }

  /// Returns what the application registers; `nil` if that is nothing, or nothing new.
  mutating func registration() -> WakingState.Services? {
    guard waking.hasNewRegistration, canBeWoken, !clients.isEmpty else { return nil }
    let isMonitoring =
      !regions.isEmpty || waking.services != WakingState.Services()
      || clients.states.contains { $0.conditions?.circles.isEmpty == false }
    return waking.registration(isMonitoring: isMonitoring)
  }

  /// Takes what happened before this process, if that was not known when it began; `nil` if it is still not known.
  mutating func began(
    _ beginning: WakingState.Beginning?, at now: Duration, into effects: inout Effects
  ) {
    guard let managers = waking.began(beginning, at: now) else { return }
    effects.hasBegun = true
    let revision = regions.revision
    if !waking.events.isEmpty {
      var stored = regions.stored
      stored.apply(waking.events)
      regions.stored = stored
    }
    if clients.states.contains(where: \.monitorsVisits), let stay = waking.stay {
      visits = StayDetector(continuing: stay)
    }
    for manager in managers {
      let deliveries = handedOver(toManager: manager, at: now, into: &effects)
      if regions.revision == revision {
        post(deliveries, into: &effects)
      } else {
        postCrossing(deliveries, into: &effects)
      }
    }
  }

  mutating func delegateArrived(
    _ client: EngineClientID, at now: Duration, into effects: inout Effects
  ) {
    post(handedOver(toManager: client, at: now, into: &effects), into: &effects)
  }

  private mutating func handedOver(
    toManager client: EngineClientID, at now: Duration, into effects: inout Effects
  ) -> [Delivery] {
    guard canBeWoken, clients[client]?.role == .manager else { return [] }
    var deliveries: [Delivery] = []
    for event in waking.handOver(toManager: client, at: now) {
      deliveries += deliveriesOf(event, to: client, into: &effects)
    }
    return deliveries
  }

  private func deliveriesOf(
    _ pending: WakingState.Pending, to client: EngineClientID, into effects: inout Effects
  ) -> [Delivery] {
    guard let state = clients[client], let fix = pending.event.location.fix else { return [] }
    func stored(_ delivery: Delivery) -> Delivery {
      var delivery = delivery
      delivery.receipt = pending.receipt
      return delivery
    }
    switch pending.event.kind {
    case .region(let identifier, let side):
      guard let region = regions.region(identifier), let run = regions.run(of: identifier) else {
        effects.discarded.append(pending.receipt)
        return []
      }
      let crossing: Callback = side == .inside ? .entered(region) : .exited(region)
      return [
        stored(state.delivery(crossing, of: region, run: run)),
        state.delivery(.state(CLRegionState(side), region), of: region, run: run),
      ]
    case .significantChange:
      return CLLocation(fix, isReplay: isReplay).map { [stored(state.delivery(.locations([$0])))] }
        ?? []
    case .visit(let stay): return [stored(state.delivery(.visit(CLVisit.Fields(stay))))]
    case .condition: return []
    }
  }

  /// Returns the events that the monitor of a name is notified of first.
  mutating func handedOver(toMonitor name: String) -> [CLMonitor.Event] {
    guard canBeWoken else { return [] }
    return waking.handOver(toMonitor: name).compactMap { pending in
      guard case .condition(_, let identifier, let side) = pending.event.kind,
        let time = pending.event.location.fix?.time?.timestamp
      else { return nil }
      return CLMonitor.Event(
        identifier: identifier, state: side == .inside ? .satisfied : .unsatisfied, date: time,
        receipt: pending.receipt)
    }
  }

  /// Returns the receipt of a crossing, which is delivered once it is stored.
  func receipt(
    for event: RegionMonitor.Event, at fix: Fix?, into effects: inout Effects
  ) -> WakeReceipt? {
    guard canBeWoken, event.notifies, let side = event.state.side,
      let location = fix.flatMap(StoredLocation.init(any:))
    else { return nil }
    let receipt = WakeReceipt()
    effects.crossings.append(
      (WakeEvent(.region(identifier: event.region.identifier, side), at: location), receipt))
    return receipt
  }
}

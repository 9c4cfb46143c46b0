// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Significant changes, visits and headings.

import Foundation
import LocationAuthorization
import LocationGeometry

extension ClientState {
  // MARK: Significant changes

  /// - Parameter last: the last change, of which the application has just been told; `nil` if there is none.
  mutating func startSignificantChanges(
    _ situation: Situation, _ last: CLLocation? = nil, at now: Duration
  ) -> [Delivery] {
    if significantChanges == nil {
      significantChanges = SignificantChange(last: last)
      renew(.significantChanges)
    } else if !situation.permission.isDenied {
      return []
    }
    return beginSignificantChanges(situation, at: now)
  }

  mutating func stopSignificantChanges() {
    significantChanges = nil
    renew(.significantChanges)
  }

  mutating func beginSignificantChanges(_ situation: Situation, at now: Duration) -> [Delivery] {
    guard significantChanges != nil else { return [] }
    if situation.permission.isDenied { return [delivery(.failed(.denied), .significantChanges)] }
    guard let fresh = situation.fresh(isCoarse: !situation.isExact, at: now) else { return [] }
    return receivedChange(fresh.location, situation)
  }

  mutating func receivedChange(_ location: CLLocation, _ situation: Situation) -> [Delivery] {
    guard significantChanges != nil, situation.permission.allowsEvents,
      significantChanges?.passes(location, isReduced: !situation.isExact) == true
    else { return [] }
    return [delivery(.locations([location]), .significantChanges)]
  }

  // MARK: Visits

  mutating func setVisits(_ isOn: Bool, _ permission: Permission) -> [Delivery] {
    if monitorsVisits != isOn {
      monitorsVisits = isOn
      renew(.visits)
    }
    return isOn && permission.isDenied ? [delivery(.failed(.denied), .visits)] : []
  }

  func visited(_ visit: CLVisit.Fields) -> [Delivery] {
    monitorsVisits ? [delivery(.visit(visit), .visits)] : []
  }

  // MARK: Headings

  mutating func startHeading() {
    guard heading == nil else { return }
    (heading, hasKnownHeadings) = (HeadingFilter(), true)
    renew(.heading)
  }

  mutating func stopHeading() {
    heading = nil
    renew(.heading)
  }

  mutating func received(_ heading: CLHeading.Fields) -> [Delivery] {
    guard self.heading != nil,
      self.heading?.passes(heading, degrees: settings.headingFilter) == true
    else { return [] }
    return [delivery(.heading(heading), .heading)]
  }

  // MARK: Regions

  /// Returns the callbacks for a crossing of a region's edge, if the client is a manager; the first side is none.
  func received(_ event: RegionMonitor.Event, _ receipt: WakeReceipt? = nil) -> [Delivery] {
    guard role == .manager, event.isCrossing else { return [] }
    let region = event.region
    let state = delivery(.state(event.state, region), of: region, run: event.run)
    guard event.notifies else { return [state] }
    var crossing = delivery(
      event.state == .inside ? .entered(region) : .exited(region), of: region, run: event.run)
    crossing.receipt = receipt
    return [crossing, state]
  }

  /// Returns a callback that arrives as long as the region is monitored.
  func delivery(_ callback: Callback, of region: CircularRegion, run: Int) -> Delivery {
    var delivery = delivery(callback)
    delivery.run = (.region(region.identifier), run)
    return delivery
  }

  func denied(_ regions: [CircularRegion]) -> [Delivery] {
    guard role == .manager else { return [] }
    return regions.map { delivery(.monitoringFailed(.circle($0), .regionMonitoringDenied)) }
  }
}

extension SignificantChange {
  /// - Parameter last: the last location that has passed before; `nil` if there is none.
  init(last: CLLocation?) {
    self.init()
    guard let last else { return }
    pass(
      latitude: last.coordinate.latitude, longitude: last.coordinate.longitude,
      at: last.timestamp.timeIntervalSinceReferenceDate)
  }

  mutating func passes(_ location: CLLocation, isReduced: Bool = false) -> Bool {
    passes(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: location.knownAccuracy, at: location.timestamp.timeIntervalSinceReferenceDate,
      isReduced: isReduced)
  }
}

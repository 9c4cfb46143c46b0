// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// A function that receives the placemarks, or an error; called on the main queue.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// An object that converts between coordinates and addresses, one request at a time.
///
/// It works offline unless a server is configured; see docs/geocoding.md. A request that begins before the previous
/// one has been answered fails with ``CLError/Code/geocodeCanceled``. Errors are of type ``CLError``.
open class CLGeocoder: NSObject {
  private let slot = GeocodeSlot()
  private let service: GeocodingService

  /// Creates a geocoder, as the environment configures it.
  public override init() {
    service = LocationEngine.simulated == nil ? .shared : .offline
    super.init()
  }

  init(_ service: GeocodingService) {
    self.service = service
    super.init()
  }

  /// Whether a request is in progress.
  open var isGeocoding: Bool { slot.isTaken }

  /// Cancels the request in progress, which fails with ``CLError/Code/geocodeCanceled``.
  open func cancelGeocode() { slot.cancel() }

  // MARK: Addresses of places

  /// Finds the address of a location.
  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start(.location(location, locale: nil), completionHandler)
  }

  /// Finds the address of a location, in a language; `nil` means the user's.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start(.location(location, locale: locale), completionHandler)
  }

  // MARK: Places of addresses

  /// Finds places with an address, the best match first.
  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start(.address(addressString, in: nil, locale: nil), completionHandler)
  }

  /// Finds places with an address, those in a circle first.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start(.address(addressString, in: region, locale: nil), completionHandler)
  }

  /// Finds places with an address, those in a circle first, in a language; `nil` means the user's.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start(.address(addressString, in: region, locale: locale), completionHandler)
  }

  /// Finds places with an address, those in a circle first, whose radius is in meters, in a language or the user's.
  open func geocodeAddressString(
    _ addressString: String, inRegionCenteredAt centroid: CLLocationCoordinate2D,
    inRegionRadius radius: CLLocationDistance, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let circle = CLCircularRegion(center: centroid, radius: radius, identifier: "")
    geocodeAddressString(
      addressString, in: circle, preferredLocale: locale, completionHandler: completionHandler)
  }

  /// Finds places with an address, given by the keys of Apple's Address Book.
  @available(*, deprecated, message: "Use geocodeAddressString(_:completionHandler:)")
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any], completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    start(
      .address(CLPlacemark.searchText(addressDictionary), in: nil, locale: nil), completionHandler)
  }

  // MARK: For those who wait

  /// Finds the address of a location.
  nonisolated(nonsending) open func reverseGeocodeLocation(_ location: CLLocation) async throws
    -> [CLPlacemark]
  {
    try await placemarks(.location(location, locale: nil)) {
      reverseGeocodeLocation(location, completionHandler: $0)
    }
  }

  /// Finds the address of a location, in a language; `nil` means the user's.
  nonisolated(nonsending) open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await placemarks(.location(location, locale: locale)) {
      reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds places with an address, the best match first.
  nonisolated(nonsending) open func geocodeAddressString(_ addressString: String) async throws
    -> [CLPlacemark]
  {
    try await placemarks(.address(addressString, in: nil, locale: nil)) {
      geocodeAddressString(addressString, completionHandler: $0)
    }
  }

  /// Finds places with an address, those in a circle first.
  nonisolated(nonsending) open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?
  ) async throws -> [CLPlacemark] {
    try await placemarks(.address(addressString, in: region, locale: nil)) {
      geocodeAddressString(addressString, in: region, completionHandler: $0)
    }
  }

  /// Finds places with an address, those in a circle first, in a language; `nil` means the user's.
  nonisolated(nonsending) open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await placemarks(.address(addressString, in: region, locale: locale)) {
      geocodeAddressString(
        addressString, in: region, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Finds places with an address, those in a circle first, whose radius is in meters, in a language or the user's.
  nonisolated(nonsending) open func geocodeAddressString(
    _ addressString: String, inRegionCenteredAt centroid: CLLocationCoordinate2D,
    inRegionRadius radius: CLLocationDistance, preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    let circle = CLCircularRegion(center: centroid, radius: radius, identifier: "")
    return try await geocodeAddressString(addressString, in: circle, preferredLocale: locale)
  }

  /// Finds places with an address, given by the keys of Apple's Address Book.
  @available(*, deprecated, message: "Use geocodeAddressString(_:)")
  nonisolated(nonsending) open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any]
  ) async throws -> [CLPlacemark] {
    try await placemarks(
      .address(CLPlacemark.searchText(addressDictionary), in: nil, locale: nil)
    ) { geocodeAddressDictionary(addressDictionary, completionHandler: $0) }
  }

  // MARK: Requests

  private func start(
    _ request: GeocodeRequest, _ completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let completion = Completion(on: MainCallbackQueue.shared) {
      (result: Result<[CLPlacemark], CLError>) in
      switch result {
      case .success(let placemarks): completionHandler(placemarks, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
    let reply = GeocodeSlot.Reply(isOnMainQueue: true) { completion.callHere($0) }
    begin(request, GeocodeSlot.Ticket(), reply)
  }

  /// Waits for the answer; cancels the request when the task is canceled.
  ///
  /// - Parameter method: the same request with a completion handler, which is used for a subclass, since that may have
  ///   overridden it.
  nonisolated(nonsending) private func placemarks(
    _ request: GeocodeRequest, _ method: (@escaping CLGeocodeCompletionHandler) -> Void
  ) async throws -> [CLPlacemark] {
    guard !Task.isCancelled else { throw CLError(.geocodeCanceled) }
    let ticket = GeocodeSlot.Ticket()
    let isOwn = type(of: self) == CLGeocoder.self
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard isOwn else {
          return method { continuation.resume(with: Self.result($0, $1)) }
        }
        let reply = GeocodeSlot.Reply(isOnMainQueue: false) {
          continuation.resume(with: $0.mapError { $0 as any Error })
        }
        begin(request, ticket, reply)
      }
    } onCancel: { [slot] in
      // A subclass begins its own requests here, so the one in progress is meant.
      slot.cancel(isOwn ? ticket : nil)
    }
  }

  private static func result(
    _ placemarks: [CLPlacemark]?, _ error: (any Error)?
  ) -> Result<[CLPlacemark], any Error> {
    if let placemarks { return .success(placemarks) }
    return .failure(error ?? CLError(.geocodeFoundNoResult))
  }

  private func begin(
    _ request: GeocodeRequest, _ ticket: GeocodeSlot.Ticket, _ reply: GeocodeSlot.Reply
  ) {
    slot.start(ticket, reply: reply) { [service] in
      do throws(CLError) {
        return .success(try await service.answer(request))
      } catch {
        return .failure(error)
      }
    }
  }
}

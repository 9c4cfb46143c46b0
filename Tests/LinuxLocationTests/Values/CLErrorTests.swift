// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxLocation
import TestSupport
import Testing

@Suite struct CLErrorTests {
  /// Returns which of an application's `catch` clauses catches an error.
  private func caught(_ error: any Error) -> String {
    do {
      throw error
    } catch CLError.denied {
      return "denied"
    } catch let error as CLError {
      return "another one: \(error.code)"
    } catch {
      return "a stranger"
    }
  }

  @Test func isCaughtByItsCode() throws {
    #expect(caught(CLError(.denied)) == "denied")
    #expect(caught(CLError(.network)) == "another one: network")
  }

  @Test func isAnNSErrorOfItsDomain() {
    let error = CLError(.regionMonitoringFailure) as NSError
    #expect(error.domain == "kCLErrorDomain")
    #expect(error.code == 5)
    #expect(!error.localizedDescription.isEmpty)
    #expect(CLError.errorDomain == kCLErrorDomain)
  }

  @Test func isCaughtAsAnNSError() {
    func caught(_ error: any Error) -> String {
      do { throw error } catch let error as NSError { return "\(error.domain) \(error.code)" }
    }
    let error: any Error = CLError(.network, userInfo: ["a": 1])
    #expect(caught(error) == "kCLErrorDomain 2")
    #expect(found(error, as: NSError.self)?.userInfo["a"] as? Int == 1)
    #expect(found(error, as: NSError.self)?.localizedDescription == error.localizedDescription)
  }

  /// Casts an error in a way whose result the compiler cannot predict.
  private func found<Value>(_ error: any Error, as type: Value.Type) -> Value? { error as? Value }

  @Test func anNSErrorOfItsDomainIsOne() {
    #expect(caught(NSError(domain: kCLErrorDomain, code: 1)) == "denied")
    #expect(caught(NSError(domain: kCLErrorDomain, code: 2)) == "another one: network")
    #expect(caught(NSError(domain: NSCocoaErrorDomain, code: 1)) == "a stranger")
    let error: any Error = NSError(domain: kCLErrorDomain, code: 5, userInfo: ["a": 1])
    #expect((error as? CLError)?.userInfo["a"] as? Int == 1)
    #expect((error as? CLError) == CLError(.regionMonitoringFailure))
  }

  @Test func keepsWhatItIsGiven() {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 3, identifier: "a")
    let error = CLError(
      .regionMonitoringResponseDelayed, userInfo: [kCLErrorUserInfoAlternateRegionKey: region])
    #expect(error.alternateRegion === region)
    #expect(CLError(_nsError: NSError(domain: kCLErrorDomain, code: 2)).code == .network)
    #expect(CLError(.denied) == CLError(.denied))
    #expect(CLError(.denied) != CLError(.network))
    #expect(Set([CLError(.denied), CLError(.denied)]).count == 1)
  }

  @Test func theNumbersAreApples() {
    #expect(CLError.Code.locationUnknown.rawValue == 0)
    #expect(CLError.Code.geocodeCanceled.rawValue == 10)
    #expect(CLError.Code.rangingUnavailable.rawValue == 16)
    #expect(CLError.Code.historicalLocationError.rawValue == 19)
  }

  @Test func everyCodeIsExplained() throws {
    let manual = try Repository.text("docs/troubleshooting.md")
    let codes = (0..<100).compactMap(CLError.Code.init(rawValue:))
    #expect(codes.count == 20)
    for code in codes { #expect(manual.contains("`\(code)`"), "\(code)") }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

package import TrackStore

/// The reports in a position store that one destination has not acknowledged.
package final class StoredReports: ReportQueue {
  private let store: PositionStore
  private let destination: DestinationID
  package let hasWorked: Bool

  /// Opens the store for the calling thread.
  ///
  /// - Parameter name: the name of the destination in the store, ``Destination/name``.
  /// - Throws: ``DeliveryError/refused(_:exitCode:)``.
  package init(in path: String, destination name: String) throws(DeliveryError) {
    do {
      store = try PositionStore(path: path)
      destination = try store.addDestination(named: name)
      hasWorked = try store.hasWorked(destination)
    } catch { throw .refused("\(error)", exitCode: error.exitCode) }
  }

  package func oldest(_ limit: Int) throws(DeliveryError) -> [QueuedReport] {
    do { return try store.reports(for: destination, limit: limit) } catch {
      throw Self.error(error)
    }
  }

  package func acknowledge(upTo report: Int64) throws(DeliveryError) {
    do { try store.acknowledge(for: destination, upTo: report) } catch { throw Self.error(error) }
  }

  /// Returns the delivery error: a full disk may have room later, but a damaged file stays damaged.
  private static func error(_ error: StoreError) -> DeliveryError {
    error.mayPass ? .later("\(error)") : .refused("\(error)", exitCode: error.exitCode)
  }
}

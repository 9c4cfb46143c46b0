// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import LocationAuthorization
import Logging

extension LocationEngine {
  /// The engine of this process, made when it is first needed.
  static let shared = LocationEngine(
    EngineConfiguration(environment: ProcessInfo.processInfo.environment),
    logger: Logger(label: "CoreLocation"))

  private convenience init(_ configuration: EngineConfiguration, logger: Logger) {
    for problem in configuration.problems { logger.error("\(problem)") }
    let source: any PositionSource
    do throws(SelectionError) {
      source = ReceiverSource(try ReceiverSupervisor.Selection(configuration.source ?? "auto"))
    } catch {
      logger.error("\(error)")
      source = NoSource(reason: error)
    }
    let authorizer: any Authorizer
    do throws(AuthorizationError) {
      let center = try AuthorizationCenter(asker: ReplaceableAsker.shared) {
        logger.notice("\($0)")
      }
      if let isInUse = configuration.isInUse { center.setInUse(isInUse) }
      authorizer = CenterAuthorizer(center, logger: logger)
    } catch {
      logger.error("\(error)")
      authorizer = NoAuthorizer()
    }
    self.init(source: source, authorizer: authorizer, directory: .shared, logger: logger)
  }
}

/// Stands in for a source that cannot be understood: no positions, rather than another receiver's.
private struct NoSource: PositionSource {
  let reason: SelectionError
  var isReplay: Bool { false }

  func start(_ receive: @escaping @Sendable ([ReceiverEvent]) -> Void) throws -> any Sendable {
    throw reason
  }
}

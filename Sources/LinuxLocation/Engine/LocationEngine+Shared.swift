// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import LocationAuthorization
import Logging
import ServiceProtocol

extension LocationEngine {
  /// The engine of this process, created when it is first needed.
  static let shared = LocationEngine(
    EngineConfiguration(environment: ProcessInfo.processInfo.environment),
    logger: Logger(label: "CoreLocation"))

  private convenience init(_ configuration: EngineConfiguration, logger: Logger) {
    for problem in configuration.problems { logger.error("\(problem)") }
    let application = DeclaredDescriptions.shared.applied(to: .current())
    let source: any PositionSource
    do throws(SelectionError) {
      source = try ReceiverSource(
        configuration.source ?? "auto", sockets: configuration.serviceSockets,
        introduction: ClientIntroduction(
          name: application.identity.name,
          identifier: application.identity.identifier.description, headings: true))
    } catch {
      logger.error("\(error)")
      source = NoSource(reason: error.description)
    }
    let authorizer: any Authorizer
    do throws(AuthorizationError) {
      let center = try AuthorizationCenter(
        application: application, asker: ReplaceableAsker.shared
      ) { logger.notice("\($0)") }
      if let isInUse = configuration.isInUse { center.setInUse(isInUse) }
      authorizer = CenterAuthorizer(center, logger: logger)
    } catch {
      logger.error("\(error)")
      authorizer = NoAuthorizer()
    }
    self.init(source: source, authorizer: authorizer, directory: .shared, logger: logger)
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationAuthorization
import LocationJSON
import LocationProtocols
import Logging

extension LocationEngine {
  /// Where this process waits for questions, for changes of its permission and for the engine's deadlines.
  static let reactor = ReactorThread()

  private static let made = MadeOnce { report in
    let engine = LocationEngine(
      EngineConfiguration(environment: .current), logger: Logger(label: "CoreLocation"),
      report: report)
    atexit { LocationEngine.shared.finishStoring() }
    return engine
  }

  static var shared: LocationEngine { made.logged() }

  private convenience init(
    _ configuration: EngineConfiguration, logger: Logger, report: (String) -> Void
  ) {
    for problem in configuration.problems { report(problem) }
    let application = DeclaredDescriptions.shared.applied(to: .current())
    let source: any PositionSource
    do throws(SelectionError) {
      source = try ReceiverSource(
        configuration.source ?? "auto", sockets: configuration.serviceSockets,
        lastResort: GeoClueSource.ofSession(environment: .current),
        introduction: ClientIntroduction(
          name: application.identity.name,
          identifier: application.identity.identifier.description, headings: true))
    } catch {
      report("\(error)")
      source = NoSource(reason: error.description)
    }
    let authorizer: any Authorizer
    do throws(AuthorizationError) {
      let center = try AuthorizationCenter(
        application: application, asker: ReplaceableAsker.shared, on: Self.reactor
      ) { logger.notice("\($0)") }
      if let isInUse = configuration.isInUse { center.setInUse(isInUse) }
      authorizer = center
    } catch {
      report("\(error)")
      authorizer = NoAuthorizer()
    }
    self.init(
      source: source, authorizer: authorizer, directory: .shared, logger: logger, on: Self.reactor)
    if let regionsProblem { report(regionsProblem) }
  }
}

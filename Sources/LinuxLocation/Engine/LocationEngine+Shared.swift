// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationAuthorization
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
        fallback: GeoClueSource.ofSession(environment: .current),
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

extension LocationEngine {
  /// The engine of the simulation in which the calling task runs; `nil` outside of one.
  ///
  /// Only a package that links CoreLocationTesting can set it.
  @TaskLocal package static var simulated: LocationEngine?

  /// The engine for objects that the caller creates: that of its simulation, else that of the process.
  static var current: LocationEngine { simulated ?? shared }

  /// Creates the engine of a simulation, which reads and writes no files.
  package convenience init(
    simulating source: any PositionSource, authorizer: any Authorizer, traffic: DeliveryTraffic
  ) {
    self.init(
      source: source, authorizer: authorizer, directory: nil,
      logger: Logger(label: "CoreLocation"), linger: .zero, traffic: traffic)
  }

  /// Calls code of an application, within the simulation of this engine if it belongs to one.
  func call(_ body: () -> Void) {
    if traffic == nil { body() } else { Self.$simulated.withValue(self, operation: body) }
  }
}

/// A value that a process makes when it is first needed, and the problems with it.
///
/// Whoever needs the value waits while it is made. The application's log may need it too, so that problems are logged
/// afterwards.
final class MadeOnce<Value: Sendable>: Sendable {
  private let value: Value
  private let problems: Mutex<[String]>

  /// - Parameter make: makes the value, and reports each problem in one line.
  init(_ make: (_ report: (String) -> Void) -> Value) {
    var problems: [String] = []
    value = make { problems.append($0) }
    self.problems = Mutex(problems)
  }

  func logged(by logger: () -> Logger = { Logger(label: "CoreLocation") }) -> Value {
    let news = problems.withLock { exchange(&$0, with: []) }
    if !news.isEmpty {
      let logger = logger()
      for problem in news { logger.error("\(problem)") }
    }
    return value
  }
}

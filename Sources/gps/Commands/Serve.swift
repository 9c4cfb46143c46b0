// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import HTTPSites
import LinuxSystem
import LocationPage
import LocationProtocols
import LocationService
import ReceiverCorrections
import ReceiverTime

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Share the receiver among all programs.",
    discussion: """
      Programs written for gpsd find it at gpsd's usual port on this machine, 2947. The receiver is opened when the first \
      program asks for positions, and closed a minute after the last one has left. Nothing but --corrections is written to \
      the receiver. See \(Documents.path("service")).

      gps serve
      gps serve --device /dev/ttyUSB0 --nmea 127.0.0.1:10110
      """)

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var service: ServiceAddressOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup var corrections: CorrectionOptions
  @OptionGroup var signatures: AuthenticationOptions

  @Option(
    "address:port",
    """
    Serve the page of "gps web" at this address, usually 127.0.0.1:8947; may be given several times. An open page counts \
    as a program that asks for positions. See \(Documents.path("web")).
    """)
  var web: [String] = []

  @OptionGroup(title: "The page") var page: PageOptions

  @Flag(help: "Keep the receiver open even when no client is connected.")
  var keepOpen = false

  @Option(
    "path",
    """
    Send the receiver's time to the socket of chronyd's "refclock SOCK" or of ntpd-rs, to set the machine's clock; may be \
    given several times. Keeps the receiver open. See \(Documents.path("time")).
    """)
  var timeSocket: [String] = []

  func run() throws {
    let inherited = InheritedSockets.takeOver()
    let map = try pageMap(besides: inherited)
    let interruption = try Interruption.awaited().descriptor
    let address = try corrections.address(endingBy: interruption)
    let outbox = address.map { _ in ReceiverOutbox() }
    var receiver = receiver
    receiver.device = try receiver.devices(or: argument)
    let (supervisor, gate, standbys) = try receiver.sharedSupervisor(
      outbox: outbox,
      authenticator: try signatures.authenticator(isClockSetByReceiver: !timeSocket.isEmpty))
    try checkSource(of: supervisor, inherited)
    var configuration = ServiceConfiguration()
    configuration.inherited = inherited
    configuration.addresses = try service.addresses(besides: inherited)
    (configuration.gate, configuration.standbys) = (gate, standbys)
    configuration.options.keepsOpen = keepOpen || !timeSocket.isEmpty || address != nil
    configuration.options.version = Version.current
    // Before a client can connect: a wrong address ends the program here.
    let health = ServiceHealth(device: receiver.namedPort, version: Version.current)
    let server = try metrics.serve(besides: inherited.metrics) { health.metrics }
    defer { server?.stop() }
    if server != nil {
      configuration.health = health
      configuration.options.countsSentences = true
    }
    configuration.notifier = SystemNotifier(Environment.current["NOTIFY_SOCKET"])
    configuration.watchdogInterval = Environment.current["WATCHDOG_USEC"]
      .flatMap { Int64($0) }.map { .microseconds(min(max($0, 2000), 86_400_000_000) / 2) }
    let reactor = try Reactor(endingBy: interruption)
    let timeKeeper = try timeKeeper(supervisor, messages: reactor.inbox)
    defer { timeKeeper?.stop() }
    let client = try corrections.client(
      address, supervisor, outbox, messages: reactor.inbox)
    defer { client?.stop() }
    if timeKeeper != nil || client != nil {
      configuration.options.exchange = {
        ExchangeReport(time: timeKeeper?.report, corrections: client?.report)
      }
    }
    let messages = Mutex(StatusMessages(includesSatellites: false, waits: true, continues: true))
    let running = try LocationService(
      configuration, supervisor, complain: { complain($0) },
      show: { status in
        do {
          _ = try messages.withLock { try $0.statusChanged(to: status) }
        } catch { complain("\(error)") }
      })
    defer { running.stop() }
    for address in running.served {
      complain("serving \(address.clientProtocol.title) at \(address.name)")
    }
    let page = try map.map { try servePage($0, inherited, on: reactor) }
    defer { page?.stop() }
    try reactor.run()
  }

  /// Returns the map of the page; `nil` if no page is to be served.
  private func pageMap(besides inherited: InheritedSockets) throws -> PageMap? {
    guard web.isEmpty, inherited.page.isEmpty else { return try page.map }
    if let option = page.given { throw Failure.usage("\(option) without --web", "--web ADDRESS") }
    return nil
  }

  /// Serves the page, which is a client of the service that is already running.
  private func servePage(
    _ map: PageMap, _ inherited: InheritedSockets, on reactor: Reactor
  ) throws -> LocationPage {
    guard let socket = inherited.locationSocket ?? service.locationSocket(besides: inherited) else {
      throw Failure.usage("--web without a socket of the service", "--socket PATH")
    }
    let client = try ServedPage(socket)
    let address = reactor.add(client)
    let served = try page.serve(
      at: try PageOptions.addresses(web, of: "--web"), inherited: inherited.page, of: .serve, map
    ) { isNeeded in address.post { $0.need(isNeeded) } }
    client.page = served
    return served
  }

  /// Checks that no service of the system asks GeoClue, which might have its position from that service.
  private func checkSource(
    of supervisor: ReceiverSupervisor, _ inherited: InheritedSockets
  ) throws {
    guard supervisor.asksGeoClue, inherited.hasListeners, UserDirectories.current.runtime == nil
    else { return }
    throw Failure(
      "cannot serve geoclue: from a service of the system, since GeoClue serves only logged-in users; run gps serve as one of them",
      EX_USAGE)
  }

  /// Returns what sends the receiver's time to the sockets named; `nil` if there are none.
  ///
  /// - Parameter inbox: that of the main thread, which may wait for standard error.
  private func timeKeeper(
    _ supervisor: ReceiverSupervisor, messages inbox: Reactor.Inbox
  ) throws -> TimeKeeper? {
    guard !timeSocket.isEmpty else { return nil }
    for path in timeSocket where path.isEmpty || path.utf8.count > TimeSocket.longestPath {
      throw Failure.usage(
        "--time-socket \(path)", "a path for a socket of at most \(TimeSocket.longestPath) bytes")
    }
    for path in timeSocket where TimeSocket.isOtherFile(path) {
      throw Failure.usage(
        "--time-socket \(path), which is not a socket",
        "the path that \"refclock SOCK\" has in chronyd's configuration, see \(Documents.path("time"))"
      )
    }
    guard supervisor.hasPresentBytes else {
      throw Failure.usage(
        "--time-socket with \(receiver.device.first ?? "this receiver")",
        "a receiver's own port: recordings and other programs do not report when its bytes arrived")
    }
    return try TimeKeeper(supervisor, sockets: timeSocket) { news in
      inbox.post { _ in complain(news.description) }
    }
  }
}

/// The addresses at which clients are served.
struct ServiceAddressOptions: ParsableArguments {
  @Option(
    "address:port", "Serve gpsd's protocol at an address. (default: 127.0.0.1:2947 and [::1]:2947)")
  var gpsd: [String] = []

  @Option("address:port", "Serve the receiver's sentences at an address, usually 127.0.0.1:10110.")
  var nmea: [String] = []

  @Option(
    name: .customLong("nmea-udp"), "address:port",
    """
    Send the receiver's sentences as datagrams to an address, such as 192.168.1.255:10110 for all machines of a \
    network. Everybody there learns the location.
    """)
  var nmeaDatagrams: [String] = []

  @Option(
    "path",
    """
    Serve programs that use Core Location at a socket. (default: location.sock in \
    $XDG_RUNTIME_DIR/core-location, or in /run/core-location for root)
    """)
  var socket: String?

  @Option("path", "Serve RMC and GGA at the socket that GeoClue's configuration names.")
  var nmeaSocket: String?

  /// - Parameter inherited: the sockets of the unit, which replace the usual ones.
  func addresses(besides inherited: InheritedSockets) throws -> [ListeningAddress] {
    var addresses: [ListeningAddress] = []
    if let path = locationSocket(besides: inherited) {
      addresses.append(ListeningAddress(.location, .unix(path: path)))
    }
    if gpsd.isEmpty, !inherited.hasListeners {
      addresses += ListeningAddress.loopback(.gpsd, port: 2947)
    }
    addresses += try gpsd.map { try address($0, .gpsd, "--gpsd") }
    addresses += try nmea.map { try address($0, .nmea, "--nmea") }
    addresses += try nmeaDatagrams.map {
      let target = try HostAndPort(argument: $0, of: "--nmea-udp", usualPort: 10110)
      return ListeningAddress(.nmea, .datagrams(address: target.host, port: target.port))
    }
    if let nmeaSocket { addresses.append(ListeningAddress(.geoclue, .unix(path: nmeaSocket))) }
    return addresses
  }

  /// The socket for programs that use Core Location; `nil` if there is none besides those of the unit.
  func locationSocket(besides inherited: InheritedSockets) -> String? {
    socket ?? (inherited.hasListeners ? nil : usualSocket)
  }

  /// The socket where programs look for the service; `nil` for a user without a session.
  private var usualSocket: String? {
    let runtime = geteuid() == 0 ? ServiceSource.systemRuntime : UserDirectories.current.runtime
    return runtime.map(ServiceSource.socket)
  }

  private func address(
    _ text: String, _ clientProtocol: ClientProtocol, _ option: String
  ) throws -> ListeningAddress {
    let address = try HostAndPort(argument: text, of: option, usualPort: 2947)
    return ListeningAddress(clientProtocol, .tcp(address: address.host, port: address.port))
  }
}

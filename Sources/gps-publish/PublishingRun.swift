// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationPublishing
import TrackStore

/// A run of `gps publish`: stores fixes as reports, which a thread for each destination delivers.
final class PublishingRun {
  private var filter: PositionFilter
  private let store: PositionStore
  private let keepsTrack: Bool
  private var destinations: [PublishingDestination] = []
  private var threads: [DeliveryThread] = []
  private let news: DeliveryNews
  private let health: PublishingHealth?
  /// Positions not stored yet, at most a day of reports at one every ten seconds.
  private var held = HeldPositions("positions", most: 8640)
  private var isEnded = false
  private var messages = StatusMessages()
  /// The page whose alarms are published, and what it has said; `nil` for none.
  private let page: PageConnection?
  private var watch = PageWatch(at: monotonicNow())

  /// Starts delivering what has been waiting in the store.
  init(
    to addresses: [any Destination], of filter: PositionFilter, _ store: PositionStore,
    keepsTrack: Bool, page: PageConnection? = nil, health: PublishingHealth? = nil
  ) throws {
    self.page = page
    (self.filter, self.store, self.keepsTrack) = (filter, store, keepsTrack)
    self.health = health
    news = try DeliveryNews()
    for address in addresses {
      let id = try store.addDestination(named: address.name)
      destinations.append(
        PublishingDestination(address, id, dropped: try store.dropped(for: id)))
    }
    try reportWhatElseWaits()
    for (index, address) in addresses.enumerated() {
      let (path, news, device) = (store.path, news, filter.device)
      threads.append(
        try DeliveryThread(
          link: { address.link(device: device, stop: $0) },
          queue: { () throws(DeliveryError) in
            try StoredReports(in: path, destination: address.name)
          },
          report: { news.report($0, of: index) }))
    }
  }

  /// Runs until it is interrupted, or until a recording has ended and all of it has been delivered.
  func run(
    _ listener: ReceiverListener, _ messages: StatusMessages, endingBy interruption: CInt
  ) throws {
    self.messages = messages
    defer { stop() }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.isEnded ? nil : listener.descriptor) { [self] in
      try receive(listener.drain())
    }
    reactor.whenReady(self.news.descriptor) { [self] in
      for item in news.drain() { try received(item.status, of: item.destination) }
      showBacklog(at: monotonicNow())
    }
    reactor.whenDue(self.messages.line.due) { [self] in showBacklog(at: $0) }
    reactor.whenDue(self.held.due) { [self] _ in try storeHeld() }
    if let page { hear(page, on: reactor) }
    try reactor.run(isDone: isFinished)
    try storeLast(listener.stop())
    // Printed when it happened: with several destinations, the run went on.
    if let refusal = destinations.lazy.compactMap(\.refusal).first {
      throw ExitCode(refusal.exitCode)
    }
  }

  private func received(_ status: DeliveryStatus, of index: Int) throws {
    health?.received(status, of: destinations[index].address)
    if case .connected = status { try beginBacklog(of: index) }
    if let text = destinations[index].received(status) { say(text) }
  }

  private func beginBacklog(of index: Int) throws {
    guard messages.line.isShown else { return }
    destinations[index].begin(
      try store.backlog(of: destinations[index].id), at: monotonicNow())
  }

  /// Shows on a terminal how far the first destination has come that still has to catch up.
  private func showBacklog(at now: Duration) {
    guard let text = destinations.lazy.compactMap({ $0.progress(at: now) }).first else {
      return messages.line.clear()
    }
    messages.line.show(text, at: now)
  }

  private func say(_ text: String) {
    messages.line.clear()
    complain(text)
  }

  /// Publishes what the page watches.
  private func hear(_ page: PageConnection, on reactor: Reactor) {
    page.attach(to: reactor) { [self] events in
      watch.hear(at: monotonicNow())
      try report(events.compactMap { watch.received($0.name, $0.data) })
    }
    reactor.whenDue(self.watch.deadline) { [self] now in
      messages.line.clear()
      page.saySilence()
      try report([watch.elapse(to: now)].compactMap(\.self))
    }
  }

  private func report(_ occasions: [PositionReport.Occasion]) throws {
    let reports = occasions.flatMap { filter.watchChanged($0) }
    guard !reports.isEmpty else { return }
    held.append(reports, track: [], at: monotonicNow())
    if held.failure == nil { try storeHeld() }
  }

  /// Returns whether no destination is left, or nothing is left to send.
  private func isFinished() throws -> Bool {
    let trusted = destinations.filter { $0.refusal == nil }
    guard !trusted.isEmpty else { return true }
    guard isEnded, held.isEmpty else { return false }
    return try trusted.allSatisfy { try store.backlog(of: $0.id) == 0 }
  }

  private func receive(_ events: [ReceiverEvent]) throws {
    health?.received(events)
    let wasEnded = isEnded
    var reports: [PositionReport] = []
    var track: [Fix] = []
    for event in events {
      if try messages.received(event) {
        isEnded = true
        reports += filter.fixLost()
      }
      switch event.content {
      case .report(.fix(let fix)):
        reports += filter.received(fix)
        if keepsTrack { track.append(fix) }
      case .report(.fixLost): reports += filter.fixLost()
      default: break
      }
    }
    held.append(reports, track: track, at: monotonicNow())
    if held.failure == nil, !reports.isEmpty || isEnded { try storeHeld() }
    // Only the rest of what was stored is sent now.
    if isEnded, !wasEnded { for index in destinations.indices { try beginBacklog(of: index) } }
  }

  /// Stores what is held; if the disk is full, keeps it and tries again later.
  private func storeHeld() throws {
    if let message = try held.store(in: store, at: monotonicNow()).message { say(message) }
    if held.failure != nil { return }
    for thread in threads { thread.queueHasGrown() }
    for index in destinations.indices {
      let count = try store.dropped(for: destinations[index].id)
      if let text = destinations[index].received(dropped: count) { say(text) }
    }
  }

  /// Stores the last positions, and what the disk has not accepted so far, which would otherwise be lost.
  private func storeLast(_ events: [ReceiverEvent]) throws {
    try receive(events)
    if !held.isEmpty { try storeHeld() }
    if let failure = held.failure {
      throw Failure(
        "\(failure.description); \(counted(held.count, "position")) could not be stored",
        failure.exitCode)
    }
  }

  private func stop() {
    messages.line.clear()
    for thread in threads { thread.stop() }
    for thread in threads { thread.join() }
    for destination in destinations {
      guard let count = try? store.backlog(of: destination.id), count > 0 else { continue }
      complain(
        "\(counted(count, "position")) \(count == 1 ? "waits" : "wait") for \(destination.address) in "
          + "\(store.path), and \(count == 1 ? "is" : "are") sent next time")
    }
  }

  /// Reports positions for destinations that are no longer named, which would wait until they are too old.
  private func reportWhatElseWaits() throws {
    let names = Set(destinations.map(\.address.name))
    for other in try store.destinations where !names.contains(other.name) && other.backlog > 0 {
      complain(
        "\(counted(other.backlog, "position")) in \(store.path) \(other.backlog == 1 ? "waits" : "wait") "
          + "for \(other.name), which is not a destination now; --forget with its full address drops them"
      )
    }
  }
}

// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import ArgumentParser
  import GNSS
  import GNSSReceiver
  import Glibc
  import LinuxSystem
  import LocationPublishing
  import PositionDelivery
  import PositionStore

  /// A run of `gps publish`: stores fixes as reports, which a thread for each destination delivers.
  struct PublishingRun {
    private var filter: PositionFilter
    private let store: PositionStore
    private let keepsTrack: Bool
    private var destinations: [PublishingDestination] = []
    private var threads: [DeliveryThread] = []
    private let news: DeliveryNews
    /// Positions not stored yet.
    private var held = HeldPositions()
    /// When they are stored if there is no report before; `nil` while none are held.
    private var due: Duration?
    /// Why the disk accepts nothing; `nil` while it does.
    private var storeFailure: StoreError?
    /// Whether the input has ended.
    private var isEnded = false

    /// How long the track is collected: every write wears the disk.
    private static let gathering = Duration.seconds(10)
    /// The interval between attempts while the disk is full.
    private static let pause = Duration.seconds(5)

    /// Starts delivering what has been waiting in the store.
    ///
    /// - Throws: `StoreError` or `SystemError`.
    init(
      to addresses: [DestinationAddress], of filter: PositionFilter, _ store: PositionStore,
      keepsTrack: Bool
    ) throws {
      (self.filter, self.store, self.keepsTrack) = (filter, store, keepsTrack)
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
    ///
    /// - Parameter interruption: a descriptor that becomes readable when the command is to end.
    /// - Throws: ``Failure`` when the receiver cannot be used from the start, or a destination refuses the reports.
    mutating func run(
      _ listener: ReceiverListener, _ messages: StatusMessages, endingBy interruption: CInt
    ) throws {
      var messages = messages
      defer { stop() }
      while try !isFinished() {
        var ready = [
          pollfd(fd: isEnded ? -1 : listener.descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        ]
        _ = wait(for: &ready, until: due)
        if ready[2].revents != 0 { break }
        if ready[0].revents != 0 { try receive(listener.drain(), &messages) }
        for item in news.drain() {
          if let text = destinations[item.destination].received(item.status) { complain(text) }
        }
        if let due, monotonicNow() >= due { try storeHeld() }
      }
      try storeLast(listener.stop(), &messages)
      // Printed when it happened: with several destinations, the run went on.
      if let refusal = destinations.lazy.compactMap(\.refusal).first {
        throw ExitCode(refusal.exitCode)
      }
    }

    /// Returns whether no destination is left, or nothing is left to send.
    private func isFinished() throws -> Bool {
      let trusted = destinations.filter { $0.refusal == nil }
      guard !trusted.isEmpty else { return true }
      guard isEnded, held.isEmpty else { return false }
      return try trusted.allSatisfy { try store.backlog(of: $0.id) == 0 }
    }

    private mutating func receive(
      _ events: [ReceiverEvent], _ messages: inout StatusMessages
    ) throws {
      var reports: [PositionReport] = []
      var track: [Fix] = []
      for event in events {
        switch event {
        case .fix(let fix, _):
          reports += filter.received(fix)
          if keepsTrack { track.append(fix) }
        case .fixLost: reports += filter.fixLost()
        case .status(let status):
          if try messages.statusChanged(to: status) {
            isEnded = true
            reports += filter.fixLost()
          }
        // The last fix from before this program started is old.
        case .lastFix, .satellites, .heading, .errorStatistics, .defects, .bytes: break
        }
      }
      held.append(reports, track: track)
      if storeFailure == nil, !reports.isEmpty || isEnded {
        try storeHeld()
      } else if due == nil, !held.isEmpty {
        due = monotonicNow() + Self.gathering
      }
    }

    /// Stores what is held; if the disk is full, keeps it and tries again later.
    private mutating func storeHeld() throws {
      do {
        try store.append(held.reports, track: held.track)
      } catch {
        guard error.mayPass else { throw error }
        if storeFailure != error { complain("\(error); positions are held in memory meanwhile") }
        (storeFailure, due) = (error, monotonicNow() + Self.pause)
        return
      }
      if storeFailure != nil {
        let lost = held.lost == 0 ? "" : "; there was no room for \(held.lost) of the positions"
        complain("\(store.path) can be written to again\(lost)")
      }
      (storeFailure, due, held) = (nil, nil, HeldPositions())
      for thread in threads { thread.queueHasGrown() }
      for index in destinations.indices {
        let count = try store.dropped(for: destinations[index].id)
        if let text = destinations[index].received(dropped: count) { complain(text) }
      }
    }

    /// Stores the last positions, and what the disk has not accepted so far, which would otherwise be lost.
    ///
    /// - Throws: ``Failure`` if the disk still does not accept it.
    private mutating func storeLast(
      _ events: [ReceiverEvent], _ messages: inout StatusMessages
    ) throws {
      try receive(events, &messages)
      if !held.isEmpty { try storeHeld() }
      if let storeFailure {
        throw Failure(
          "\(storeFailure.description); \(PublishingDestination.positions(held.count)) could not be kept",
          storeFailure.exitCode)
      }
    }

    private func stop() {
      for thread in threads { thread.stop() }
      for thread in threads { thread.join() }
      for destination in destinations {
        guard let count = try? store.backlog(of: destination.id), count > 0 else { continue }
        complain(
          "\(PublishingDestination.positions(count)) \(count == 1 ? "waits" : "wait") for \(destination.address) in "
            + "\(store.path), and \(count == 1 ? "is" : "are") sent next time")
      }
    }

    /// Reports positions for destinations that are no longer named, which would wait until they are too old.
    private func reportWhatElseWaits() throws {
      let names = Set(destinations.map(\.address.name))
      for other in try store.destinations where !names.contains(other.name) && other.backlog > 0 {
        complain(
          "\(PublishingDestination.positions(other.backlog)) in \(store.path) \(other.backlog == 1 ? "waits" : "wait") "
            + "for \(other.name), which is not named now; --forget with its whole address drops them"
        )
      }
    }
  }
#endif

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

  /// `gps publish` at work: fixes become reports in the store, and a thread for each destination brings them there.
  struct PublishingRun {
    private var filter: PositionFilter
    private let store: PositionStore
    private let keepsTrack: Bool
    private var destinations: [PublishingDestination] = []
    private var threads: [DeliveryThread] = []
    private let news: DeliveryNews
    /// What is not stored yet.
    private var held = HeldPositions()
    /// When it is stored if nothing is worth sending before; `nil` while nothing is held.
    private var due: Duration?
    /// Why the disk takes nothing; `nil` while it does.
    private var storeFailure: StoreError?
    /// Whether what was read is at its end.
    private var isEnded = false

    /// How long the track gathers: each time it is stored wears the disk.
    private static let gathering = Duration.seconds(10)
    /// How long a disk that is full is left alone.
    private static let pause = Duration.seconds(5)

    /// Begins to deliver what has waited since the last time.
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

    /// Goes on until it is interrupted, or a recording is at its end and all of it has arrived.
    ///
    /// - Parameter interruption: a descriptor that becomes readable when the command is to end.
    /// - Throws: ``Failure`` when the receiver cannot be used from the start, or a destination refuses what it gets.
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
      // It was said when it happened: with several, that was not the end.
      if let refusal = destinations.lazy.compactMap(\.refusal).first {
        throw ExitCode(refusal.exitCode)
      }
    }

    /// Whether there is nobody left to send to, or nothing left to send.
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
        // The last fix from before this program came is old.
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

    /// Stores what is held; if the disk is full, it stays held, and is tried again.
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

    /// Stores what has come in the last moment, and what the disk has not taken so far: nobody has it afterwards.
    ///
    /// - Throws: ``Failure`` if the disk does not take it now, either.
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

    /// Positions for somebody who is not named any more would wait until they are too old.
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

// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import GNSSReceiver
  import Glibc
  import LinuxSystem
  import LocationPublishing
  import PositionDelivery
  import PositionStore

  /// `gps publish` at work: fixes become reports in the store, and a thread for each destination brings them there.
  struct PublishingSession {
    private var filter: PositionFilter
    private let store: PositionStore
    private let keepsTrack: Bool
    private var destinations: [PublishingDestination] = []
    private var threads: [DeliveryThread] = []
    private let news: DeliveryNews
    /// What could not be stored yet, as the disk is full.
    private var unstored: [PositionReport] = []
    private var unstoredTrack: [Fix] = []
    private var storeFailure: StoreError?
    /// Whether what was read is at its end.
    private var isEnded = false

    /// How much is held while the disk takes nothing: a day, at one report every ten seconds.
    private static let mostUnstored = 8640

    /// Begins to deliver what has waited since the last time.
    ///
    /// - Throws: `StoreError` or `SystemError`.
    init(
      to addresses: [DestinationAddress], of filter: PositionFilter, _ store: PositionStore,
      limits: StoreLimits, keepsTrack: Bool
    ) throws {
      (self.filter, self.store, self.keepsTrack) = (filter, store, keepsTrack)
      news = try DeliveryNews()
      for address in addresses {
        let id = try store.addDestination(named: address.name)
        destinations.append(
          PublishingDestination(address, id, dropped: try store.dropped(for: id)))
      }
      try sayWhatElseWaits()
      for (index, address) in addresses.enumerated() {
        let (path, news, device) = (store.path, news, filter.device)
        threads.append(
          try DeliveryThread(
            link: { address.link(device: device, stop: $0) },
            queue: { () throws(DeliveryError) in
              try StoredReports(in: path, limits: limits, destination: address.name)
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
      defer {
        stop()
        storeLastTime()
      }
      while try !isFinished() {
        var ready = [
          pollfd(fd: isEnded ? -1 : listener.descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        ]
        // What the disk did not take is tried again, whether the receiver says more or not.
        _ = wait(for: &ready, until: storeFailure == nil ? nil : monotonicNow() + .seconds(5))
        if ready[2].revents != 0 { break }
        if ready[0].revents != 0 { try receive(listener.drain(), &messages) }
        for item in news.drain() {
          if let text = destinations[item.destination].received(item.status) { complain(text) }
        }
        if storeFailure != nil { try storeRest() }
      }
      // With several, what one of them refused was not the end.
      if let refusal = destinations.lazy.compactMap(\.refusal).first { throw refusal }
    }

    /// Whether there is nobody left to send to, or nothing left to send.
    private func isFinished() throws -> Bool {
      let trusted = destinations.filter { $0.refusal == nil }
      guard !trusted.isEmpty else { return true }
      guard isEnded, storeFailure == nil else { return false }
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
      unstored += reports
      unstoredTrack += track
      if !unstored.isEmpty || !unstoredTrack.isEmpty { try storeRest() }
    }

    /// Stores what is not stored yet; if the disk is full, it is held, and tried again.
    private mutating func storeRest() throws {
      do {
        try store.append(unstored, track: unstoredTrack)
      } catch {
        guard error.mayPass else { throw error }
        if storeFailure != error { complain("\(error); positions are held in memory meanwhile") }
        storeFailure = error
        return boundMemory()
      }
      if storeFailure != nil { complain("\(store.path) can be written to again") }
      storeFailure = nil
      for thread in threads { thread.queueHasGrown() }
      (unstored, unstoredTrack) = ([], [])
      for index in destinations.indices {
        let count = try store.dropped(for: destinations[index].id)
        if let text = destinations[index].received(dropped: count) { complain(text) }
      }
    }

    /// What the disk did not take is tried once more, since nobody has it afterwards.
    private mutating func storeLastTime() {
      guard !unstored.isEmpty else { return }
      do { try store.append(unstored, track: unstoredTrack) } catch {
        complain(
          "lost what was not stored, \(PublishingDestination.positions(unstored.count)): \(error)")
      }
    }

    private mutating func boundMemory() {
      let excess = unstored.count - Self.mostUnstored
      if excess > 0 {
        unstored.removeFirst(excess)
        complain(
          "\(PublishingDestination.positions(excess)) \(excess == 1 ? "was" : "were") dropped: the disk takes nothing"
        )
      }
      unstoredTrack.removeFirst(max(0, unstoredTrack.count - Self.mostUnstored))
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
    private func sayWhatElseWaits() throws {
      let names = Set(destinations.map(\.address.name))
      for other in try store.destinations where !names.contains(other.name) && other.backlog > 0 {
        complain(
          "\(PublishingDestination.positions(other.backlog)) in \(store.path) \(other.backlog == 1 ? "waits" : "wait") "
            + "for \(other.name), which is not named now; --forget drops them")
      }
    }
  }
#endif
